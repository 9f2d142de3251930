import type { ViewerOfPhone } from '@pocketfleet/contract';
import { Button } from '@pocketfleet/ui';
import { useState } from 'react';
import * as seatTexts from '#language/seat';
import * as texts from '#language/sharing';
import { useClient } from '../../api/api-provider.tsx';
import { useSharingChange } from './use-sharing.ts';

/** Closes all that a person, a key or a program has open on this phone, shells and bridges too. Says so before it does. */
export function CutOff({ deviceId, viewer }: { deviceId: string; viewer: ViewerOfPhone }) {
  const client = useClient();
  const [isAsking, setAsking] = useState(false);
  const { kind, id, name } = viewer;
  const cut = useSharingChange<void>(
    () => client.call('cutSeat', { params: { id: deviceId }, body: { kind, id } }),
    () => seatTexts.isCutOff(name),
  );
  return (
    <>
      <span className="flex flex-wrap gap-2">
        {/* One button, so that it keeps the focus. A second click cancels. */}
        <Button
          size="small"
          kind="quiet"
          aria-label={isAsking ? undefined : texts.cutOffNamed(name)}
          onClick={() => setAsking(!isAsking)}
        >
          {isAsking ? texts.cancel : texts.cutOff}
        </Button>
        {isAsking ? (
          <Button size="small" kind="danger" isBusy={cut.isPending} onClick={() => cut.mutate()}>
            {texts.yesCutOff(name)}
          </Button>
        ) : null}
      </span>
      {isAsking ? (
        <p role="status" className="basis-full text-second text-small">
          {seatTexts.cutOffText[kind]}
        </p>
      ) : null}
    </>
  );
}
