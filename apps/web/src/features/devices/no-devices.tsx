import { Button, buttonClass, EmptyState } from '@pocketfleet/ui';
import { MessageCircle, RefreshCw, Smartphone } from 'lucide-react';
import { Link } from 'react-router';
import * as texts from '#language/devices';
import { paths } from '../../paths.ts';
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
