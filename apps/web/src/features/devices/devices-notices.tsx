import { Button, buttonClass, EmptyState } from '@pocketfleet/ui';
import { CloudOff, LogIn, MessageCircle, RefreshCw, SearchX, Smartphone } from 'lucide-react';
import { Link } from 'react-router';
import * as texts from '#language/devices';
import { devicesSentence } from '../../api/errors.ts';
import { paths } from '../../paths.ts';
import { useAccountStore } from '../../session/account-store-context.ts';
import { useMay } from '../../session/use-workspace.ts';

type NoDevicesProps = { isRefreshing: boolean; onRefresh(): void; onAskTeam(): void };

export function NoDevices({ isRefreshing, onRefresh, onAskTeam }: NoDevicesProps) {
  return (
    <EmptyState
      icon={<Smartphone />}
      title={texts.noDevicesFound}
      action={
        <>
          {useMay('rent') ? (
            <Link to={paths.rentNow} className={buttonClass('primary')}>
              {texts.rentPhones}
            </Link>
          ) : null}
          <Button icon={<MessageCircle />} onClick={onAskTeam}>
            {texts.askTheTeam}
          </Button>
          <Button kind="quiet" isBusy={isRefreshing} icon={<RefreshCw />} onClick={onRefresh}>
            {texts.refreshList}
          </Button>
        </>
      }
    >
      {texts.youDontHaveAnyDevices}
    </EmptyState>
  );
}

export function SessionEnded() {
  const store = useAccountStore();
  return (
    <EmptyState
      isAlert
      icon={<LogIn />}
      title={texts.yourSessionHasEnded}
      action={
        // A token that is refused here may still count as signed in, and /login would lead such a customer straight back.
        <Link
          to={paths.login}
          reloadDocument
          onClick={() => store.clear()}
          className={buttonClass('primary')}
        >
          {texts.signIn}
        </Link>
      }
    >
      {texts.signInAgainToSee}
    </EmptyState>
  );
}

export function DevicesFailed(props: { error: unknown; isRefreshing: boolean; onRefresh(): void }) {
  return (
    <EmptyState
      isAlert
      icon={<CloudOff />}
      title={texts.yourPhonesCouldNotBeLoaded}
      action={
        <Button kind="primary" isBusy={props.isRefreshing} icon={<RefreshCw />} onClick={props.onRefresh}>
          {texts.retry}
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
      title={texts.noPhoneMatches}
      action={<Button onClick={onClear}>{texts.clearSearchAndFilters}</Button>}
    >
      {texts.noneOfYourPhonesFits}
    </EmptyState>
  );
}
