import { LazyBoundary, lazyWithRetry } from '@pocketfleet/ui';
import { useState } from 'react';
import * as texts from '#language/devices';
import { NoDevices } from '../features/devices/no-devices.tsx';
import { paths } from '../paths.ts';

const AssignmentDialog = lazyWithRetry(() => import('../features/contact/assignment-dialog.tsx'));

/** The empty list, with both ways to get phones: the team, and the rent page. A default export: most customers never see it. */
export default function NoDevicesYet(props: { isRefreshing: boolean; onRefresh(): void }) {
  const [dialog, setDialog] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      <NoDevices {...props} onAskTeam={() => setDialog('open')} />
      {dialog === 'never' ? null : (
        <LazyBoundary
          what={texts.thisDialog}
          over={{ isOpen: dialog === 'open', onClose: () => setDialog('closed') }}
        >
          <AssignmentDialog
            isOpen={dialog === 'open'}
            onOpenChange={(isOpen) => setDialog(isOpen ? 'open' : 'closed')}
            rentPath={paths.rentNow}
          />
        </LazyBoundary>
      )}
    </>
  );
}
