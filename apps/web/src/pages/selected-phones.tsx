// The bar of the selected phones on the devices page, and the dialog to extend them.
import type { Device } from '@pocketfleet/contract';
import { LazyBoundary, lazyWithRetry } from '@pocketfleet/ui';
import { useState } from 'react';
import * as texts from '#language/many';
import { useClient } from '../api/api-provider.tsx';
import type { DeviceSelection } from '../features/devices/use-selection.ts';

const SelectionBar = lazyWithRetry(() => import('../features/devices/many/selection-bar.tsx'));
const ExtendManyDialog = lazyWithRetry(() => import('../features/renting/extend-many-dialog.tsx'));
const ShareManyDialog = lazyWithRetry(() => import('../features/sharing/share-many-dialog.tsx'));
const LeaveGuard = lazyWithRetry(async () => ({
  default: (await import('../features/streaming/leave-guard.tsx')).LeaveGuard,
}));
const loadPush = () => import('./push-to-phone.ts');

type Props = { devices: readonly Device[]; selection: DeviceSelection; onOpenMosaic(): void };

/** Once it was shown, the bar stays: it has what became of the phones. */
export function SelectedPhones({ devices, selection, onOpenMosaic }: Props) {
  const client = useClient();
  const [extended, setExtended] = useState<readonly Device[] | null>(null);
  const [shared, setShared] = useState<readonly Device[] | null>(null);
  const [wasShown, setShown] = useState(false);
  if (selection.phones.size > 0 && !wasShown) setShown(true);
  if (!wasShown) return null;
  return (
    <>
      <LazyBoundary what={texts.theBar} waiting={null}>
        <SelectionBar
          devices={devices}
          selection={selection}
          pushFile={async (...push) => (await loadPush()).createPush(client)(...push)}
          onExtend={setExtended}
          onShare={setShared}
          leaveGuard={(isNeeded) => (
            <LazyBoundary what={texts.theBar} isQuiet>
              <LeaveGuard isNeeded={isNeeded} title={texts.leaveTitle} description={texts.leaveText} />
            </LazyBoundary>
          )}
          onOpenMosaic={onOpenMosaic}
        />
      </LazyBoundary>
      {shared === null ? null : (
        <LazyBoundary what={texts.thisDialog} over={{ isOpen: true, onClose: () => setShared(null) }}>
          <ShareManyDialog devices={shared} onClose={() => setShared(null)} />
        </LazyBoundary>
      )}
      {extended === null ? null : (
        <LazyBoundary what={texts.thisDialog} over={{ isOpen: true, onClose: () => setExtended(null) }}>
          <ExtendManyDialog devices={extended} onClose={() => setExtended(null)} />
        </LazyBoundary>
      )}
    </>
  );
}
