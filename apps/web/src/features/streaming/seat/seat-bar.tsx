import { Button, LazyBoundary, lazyWithRetry } from '@pocketfleet/ui';
import { Ban, Hand, HandHelping } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#language/seat';
import { useWorkspace } from '../../../session/use-workspace.ts';
import { useSessionPage } from '../session-page-context.ts';
import { keysOf } from '../use-shortcuts.ts';
import { useGiveBack } from './use-give-back.ts';

const CutOffDialog = lazyWithRetry(() => import('./cut-off-dialog.tsx'));

/** In the session's header: who has the phone, and what this person may do about it. */
export function SeatBar() {
  const { device, live } = useSessionPage();
  const { holder, state } = live;
  const permissions = useWorkspace()?.permissions ?? [];
  const [isCutting, setCutting] = useState(false);
  const give = useGiveBack();
  // Out of reach, nobody knows who has it.
  if (state.name === 'ended' || state.name === 'connecting' || state.name === 'reconnecting') return null;
  const isNamed = 'name' in holder;
  // Members are cut off by those who manage them.
  const mayCut =
    permissions.includes('control') && (holder.kind !== 'person' || permissions.includes('members'));
  return (
    <>
      <span className="flex min-w-0 shrink! items-center gap-2 text-small max-xl:absolute">
        <Hand
          size={14}
          strokeWidth={1.75}
          aria-hidden="true"
          className="shrink-0 text-second max-xl:hidden"
        />
        <span role="status" className="max-xl:sr-only xl:truncate">
          {texts.whoHasIt(holder)}
        </span>
      </span>
      {give ? (
        // A phone's window has it among its tools.
        <span className="upright:hidden lying:hidden">
          <Button
            size="small"
            isBusy={give.isBusy}
            icon={<HandHelping aria-hidden="true" className="xl:hidden" />}
            className="max-xl:px-1.5"
            title={[texts.giveBack, keysOf('give')].filter(Boolean).join(', ')}
            onClick={give.run}
          >
            <span className="max-xl:sr-only">{texts.giveBack}</span>
          </Button>
        </span>
      ) : null}
      {mayCut && isNamed ? (
        <Button
          size="small"
          kind="danger"
          icon={<Ban aria-hidden="true" className="min-[24rem]:hidden" />}
          className="max-sm:px-1.5"
          onClick={() => setCutting(true)}
        >
          <span className="max-[24rem]:sr-only">{texts.cutOff}</span>
        </Button>
      ) : null}
      <LazyBoundary what={texts.cutOff} over={{ isOpen: isCutting, onClose: () => setCutting(false) }}>
        {isCutting && mayCut && isNamed ? (
          <CutOffDialog deviceId={device.id} holder={holder} onClose={() => setCutting(false)} />
        ) : null}
      </LazyBoundary>
    </>
  );
}
