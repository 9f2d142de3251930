import type { Key, MadeKey } from '@pocketfleet/contract';
import { Banner, Button, Dialog, toast } from '@pocketfleet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import * as texts from '#language/keys';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { LimitDialog } from './limit-dialog.tsx';

type Props = { row: Key; onRotated(key: MadeKey): void };

/** The buttons of a key. Each says what will end before it does it. */
export function KeyActions({ row, onRotated }: Props) {
  const [asked, setAsked] = useState<'limit' | 'rotate' | 'revoke' | null>(null);
  const close = () => setAsked(null);
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {row.permissions.includes('spend') || row.monthly_limit_cents > 0 ? (
        <Button size="small" aria-label={texts.limitLabel(row.name)} onClick={() => setAsked('limit')}>
          {texts.limit}
        </Button>
      ) : null}
      <Button
        size="small"
        disabled={!row.can_rotate}
        title={row.can_rotate ? undefined : texts.onlyMakerRotates(row.made_by.username)}
        aria-label={texts.rotateLabel(row.name)}
        onClick={() => setAsked('rotate')}
      >
        {texts.rotate}
      </Button>
      <Button size="small" aria-label={texts.revokeLabel(row.name)} onClick={() => setAsked('revoke')}>
        {texts.revoke}
      </Button>
      {asked === 'limit' ? <LimitDialog row={row} onClose={close} /> : null}
      {asked === 'rotate' ? <RotateDialog row={row} onRotated={onRotated} onClose={close} /> : null}
      {asked === 'revoke' ? <RevokeDialog row={row} onClose={close} /> : null}
    </div>
  );
}

function RotateDialog({ row, onRotated, onClose }: Props & { onClose(): void }) {
  const client = useClient();
  const queries = useQueryClient();
  const rotate = useMutation({
    mutationFn: () => client.call('rotateKey', { params: { id: row.id } }),
    onSuccess: (made) => {
      onClose();
      onRotated(made);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.keys }),
  });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={texts.rotateTitle(row.name)}
      footer={
        <Buttons onClose={onClose}>
          <Button kind="primary" isBusy={rotate.isPending} onClick={() => rotate.mutate()}>
            {texts.rotate}
          </Button>
        </Buttons>
      }
    >
      <Failure error={rotate.error} />
      <p>{texts.rotateText}</p>
      {row.old_key ? <p className="mt-2">{texts.rotateEndsOlder}</p> : null}
    </Dialog>
  );
}

function RevokeDialog({ row, onClose }: { row: Key; onClose(): void }) {
  const client = useClient();
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => client.call('revokeKey', { params: { id: row.id } }),
    onSuccess: () => {
      toast.success(texts.revoked(row.name));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.keys }),
  });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={texts.revokeTitle(row.name)}
      footer={
        <Buttons onClose={onClose}>
          <Button kind="danger" isBusy={revoke.isPending} onClick={() => revoke.mutate()}>
            {texts.revoke}
          </Button>
        </Buttons>
      }
    >
      <Failure error={revoke.error} />
      <p>{texts.revokeText}</p>
      {row.old_key ? <p className="mt-2">{texts.revokeEndsOld}</p> : null}
    </Dialog>
  );
}

function Buttons({ onClose, children }: { onClose(): void; children: ReactNode }) {
  return (
    <div className="flex justify-end gap-3">
      <Button onClick={onClose}>{texts.cancel}</Button>
      {children}
    </div>
  );
}

function Failure({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <div className="mb-4">
      <Banner kind="error">
        {texts.notDone}
        {reasonOf(error)}
      </Banner>
    </div>
  );
}
