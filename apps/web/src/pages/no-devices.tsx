import { LazyBoundary, lazyWithRetry } from '@pocketfleet/ui';
import { useState } from 'react';
import { NoDevices } from '../features/devices/devices-notices.tsx';
import { paths } from '../paths.ts';

const AssignmentDialog = lazyWithRetry(() => import('../features/contact/assignment-dialog.tsx'));

/** The empty list, with both ways to phones: the team, and renting at once. */
export function NoDevicesYet(props: { isRefreshing: boolean; onRefresh(): void }) {
  const [dialog, setDialog] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      <NoDevices {...props} onAskTeam={() => setDialog('open')} />
      {dialog === 'never' ? null : (
        <LazyBoundary
          what="This dialog"
          over={{ isOpen: dialog === 'open', onClose: () => setDialog('closed') }}
        >
          <AssignmentDialog
            isOpen={dialog === 'open'}
            onOpenChange={(isOpen) => setDialog(isOpen ? 'open' : 'closed')}
            rentPath={paths.rent}
          />
        </LazyBoundary>
      )}
    </>
  );
}
