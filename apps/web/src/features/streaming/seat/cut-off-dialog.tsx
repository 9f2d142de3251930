// A default export, because it is loaded when it is opened.
import type { SeatHolder } from '@pocketfleet/contract';
import { Banner, Button, Dialog, toast } from '@pocketfleet/ui';
import { useMutation } from '@tanstack/react-query';
import * as texts from '#language/seat';
import { useClient } from '../../../api/api-provider.tsx';
import { reasonOf } from '../../../api/errors.ts';

type Named = Extract<SeatHolder, { name: string }>;
type Props = { deviceId: string; holder: Named; onClose(): void };

/** Asks before all that somebody has open on this phone is closed. */
export default function CutOffDialog({ deviceId, holder, onClose }: Props) {
  const client = useClient();
  const params = { id: deviceId };
  const cut = useMutation({
    mutationFn: async () => {
      // The live view knows names alone; who has the phone may also have changed since the click.
      const { holder: now } = await client.call('getSeat', { params });
      if (now?.kind !== holder.kind || now.name !== holder.name) return false;
      await client.call('cutSeat', { params, body: { kind: now.kind, id: now.id } });
      return true;
    },
    onSuccess: (isDone) => {
      if (isDone) toast.success(texts.isCutOff(holder.name));
      else toast.error(texts.hasGone);
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={texts.cutOffTitle(holder.name)}
      footer={
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button kind="danger" isBusy={cut.isPending} onClick={() => cut.mutate()}>
            {texts.cutOff}
          </Button>
        </div>
      }
    >
      {cut.error ? <Banner kind="error">{texts.notDone(reasonOf(cut.error))}</Banner> : null}
      <p>{texts.cutOffText[holder.kind]}</p>
    </Dialog>
  );
}
