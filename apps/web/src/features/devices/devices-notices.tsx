import { Button, buttonClass, EmptyState, Skeleton, Table, TableFrame, Td, Th, Tr } from '@pocketfleet/ui';
import { CloudOff, LogIn, MessageCircle, RefreshCw, SearchX, Smartphone } from 'lucide-react';
import { Link } from 'react-router';
import { devicesSentence } from '../../api/errors.ts';
import { paths } from '../../app/paths.ts';
import { useAccountStore } from '../accounts/account-store-context.ts';

type NoDevicesProps = { isRefreshing: boolean; onRefresh(): void; onAskTeam(): void };

export function NoDevices({ isRefreshing, onRefresh, onAskTeam }: NoDevicesProps) {
  return (
    <EmptyState
      icon={<Smartphone />}
      title="No devices found"
      action={
        <>
          <Button isBusy={isRefreshing} icon={<RefreshCw aria-hidden="true" />} onClick={onRefresh}>
            Refresh List
          </Button>
          <Button icon={<MessageCircle aria-hidden="true" />} onClick={onAskTeam}>
            Ask the team
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
  const store = useAccountStore();
  return (
    <EmptyState
      isAlert
      icon={<LogIn />}
      title="Your session has ended"
      action={
        // A token that is refused here may still count as signed in, and /login would lead such a customer straight back.
        <Link
          to={paths.login}
          reloadDocument
          onClick={() => store.clear()}
          className={buttonClass('primary')}
        >
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
    <div role="status" aria-label="Loading your phones" className="space-y-5">
      {/* Search, two filters and the view, as wide as they will be. */}
      <div className="flex flex-wrap gap-2">
        <Skeleton className="h-9 w-full sm:w-auto sm:min-w-44 sm:max-w-[300px] sm:flex-1" />
        <Skeleton className="h-9 w-[122px]" />
        <Skeleton className="h-9 w-[119px]" />
        <Skeleton className="h-9 w-[177px] sm:ml-auto" />
      </div>
      <TableFrame label="Loading your phones">
        <Table className="sm:min-w-[680px]">
          <thead>
            <tr>
              <Th>Tag</Th>
              {['Model', 'Time Remaining', 'Status', 'Battery'].map((label) => (
                <Th key={label} className="max-sm:hidden">
                  {label}
                </Th>
              ))}
              <Th className="text-right">Stream</Th>
            </tr>
          </thead>
          <tbody>
            {[1, 2, 3, 4, 5, 6].map((row) => (
              <Tr key={row}>
                <Td className="max-sm:h-[84px]">
                  <Skeleton className="h-3.5 w-14" />
                </Td>
                {['w-28', 'w-16', 'w-[4.1rem]', 'w-[7.1rem]'].map((width) => (
                  <Td key={width} className="max-sm:hidden">
                    <Skeleton className={`h-3.5 ${width}`} />
                  </Td>
                ))}
                <Td>
                  <Skeleton className="ml-auto h-3.5 w-20" />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
    </div>
  );
}
