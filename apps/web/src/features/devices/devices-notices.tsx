import { Button, buttonClass, EmptyState, Skeleton, Table, TableFrame, Td, Th, Tr } from '@pocketfleet/ui';
import { CloudOff, LogIn, RefreshCw, SearchX, Smartphone } from 'lucide-react';
import { Link } from 'react-router';
import { devicesSentence } from '../../api/errors.ts';
import { paths } from '../../app/paths.ts';

export function NoDevices({ isRefreshing, onRefresh }: { isRefreshing: boolean; onRefresh(): void }) {
  return (
    <EmptyState
      icon={<Smartphone />}
      title="No devices found"
      action={
        <>
          <Button isBusy={isRefreshing} icon={<RefreshCw aria-hidden="true" />} onClick={onRefresh}>
            Refresh List
          </Button>
          <Link to={paths.rent} className={buttonClass('primary')}>
            Rent phones
          </Link>
        </>
      }
    >
      You don't have any devices assigned to your account yet.
    </EmptyState>
  );
}

export function SessionEnded() {
  return (
    <EmptyState
      isAlert
      icon={<LogIn />}
      title="Your session has ended"
      action={
        <Link to={paths.login} state={{ from: paths.devices }} className={buttonClass('primary')}>
          Sign In
        </Link>
      }
    >
      Sign in again to see your phones. They keep running.
    </EmptyState>
  );
}

export function DevicesFailed(props: { error: unknown; isRefreshing: boolean; onRefresh(): void }) {
  return (
    <EmptyState
      isAlert
      icon={<CloudOff />}
      title="Your phones could not be loaded"
      action={
        <Button
          kind="primary"
          isBusy={props.isRefreshing}
          icon={<RefreshCw aria-hidden="true" />}
          onClick={props.onRefresh}
        >
          Retry
        </Button>
      }
    >
      {devicesSentence(props.error)}
    </EmptyState>
  );
}

export function NoMatch({ onClear }: { onClear(): void }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title="No phone matches"
      action={<Button onClick={onClear}>Clear search and filters</Button>}
    >
      None of your phones fits this search and these filters.
    </EmptyState>
  );
}

export function DevicesSkeleton() {
  return (
    <div role="status" aria-label="Loading your phones">
      <TableFrame label="Loading your phones">
        <Table className="min-w-[760px]">
          <thead>
            <tr>
              {['Tag', 'Model', 'Time Remaining', 'Status', 'Battery'].map((label) => (
                <Th key={label}>{label}</Th>
              ))}
              <Th className="text-right">Stream</Th>
            </tr>
          </thead>
          <tbody>
            {[1, 2, 3, 4, 5, 6].map((row) => (
              <Tr key={row}>
                {['w-14', 'w-28', 'w-16', 'w-16', 'w-28', 'ml-auto w-20'].map((width) => (
                  <Td key={width}>
                    <Skeleton className={`h-3.5 ${width}`} />
                  </Td>
                ))}
              </Tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
    </div>
  );
}
