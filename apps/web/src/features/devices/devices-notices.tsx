import { Button, buttonClass, EmptyState } from '@pocketfleet/ui';
import { CloudOff, LogIn, MessageCircle, RefreshCw, SearchX, Smartphone } from 'lucide-react';
import { Link } from 'react-router';
import { devicesSentence } from '../../api/errors.ts';
import { paths } from '../../paths.ts';
import { useAccountStore } from '../../session/account-store-context.ts';

type NoDevicesProps = { isRefreshing: boolean; onRefresh(): void; onAskTeam(): void };

export function NoDevices({ isRefreshing, onRefresh, onAskTeam }: NoDevicesProps) {
  return (
    <EmptyState
      icon={<Smartphone />}
      title="No devices found"
      action={
        <>
          <Button isBusy={isRefreshing} icon={<RefreshCw />} onClick={onRefresh}>
            Refresh List
          </Button>
          <Button icon={<MessageCircle />} onClick={onAskTeam}>
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
        <Button kind="primary" isBusy={props.isRefreshing} icon={<RefreshCw />} onClick={props.onRefresh}>
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
