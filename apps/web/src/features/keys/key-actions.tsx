import type { Key, MadeKey } from '@pocketfleet/contract';
import { Banner, Button, Dialog, toast } from '@pocketfleet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import * as texts from '#language/keys';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { useUser } from '../../session/auth-provider.tsx';
import { LimitsOnDemand } from './limits-on-demand.tsx';

type Props = { row: Key; onRotated(key: MadeKey): void };

/** The buttons of a key. Each says what will end before it does it. */
export function KeyActions({ row, onRotated }: Props) {
  const [asked, setAsked] = useState<'limits' | 'rotate' | 'take_over' | 'revoke' | null>(null);
  const isOwn = useUser().id === row.made_by.user_id;
  const close = () => setAsked(null);
  const whyId = useId();
  return (
    <div className="inline-flex flex-wrap gap-2">
      <Button size="small" aria-label={texts.limitsLabel(row.name)} onClick={() => setAsked('limits')}>
        {texts.limits}
      </Button>
      <Button
        size="small"
        disabled={!row.can_rotate}
        aria-describedby={row.can_rotate ? undefined : whyId}
        aria-label={texts.rotateLabel(row.name)}
        onClick={() => setAsked('rotate')}
      >
        {texts.rotate}
      </Button>
      {isOwn ? null : (
        <Button size="small" aria-label={texts.takeOverLabel(row.name)} onClick={() => setAsked('take_over')}>
          {texts.takeOver}
        </Button>
      )}
      <Button size="small" aria-label={texts.revokeLabel(row.name)} onClick={() => setAsked('revoke')}>
        {texts.revoke}
      </Button>
      {row.can_rotate ? null : (
        <p id={whyId} className="basis-full text-second text-small">
          {texts.onlyMakerRotates(row.made_by.username)}
        </p>
      )}
      {asked === 'limits' ? (
        <LimitsOnDemand row={row} name={row.name} call="changeKey" onClose={close} />
      ) : null}
      {asked === 'rotate' ? <RotateDialog row={row} onRotated={onRotated} onClose={close} /> : null}
      {asked === 'take_over' ? <TakeOverDialog row={row} onClose={close} /> : null}
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

type KeyCall = 'takeOverKey' | 'revokeKey';
type Question = {
  row: Key;
  call: KeyCall;
  kind: 'primary' | 'danger';
  title: string;
  button: string;
  done: string;
  children: ReactNode;
  onClose(): void;
};

/** Asks before a call that only names the key. */
function KeyQuestion({ row, call, kind, title, button, done, children, onClose }: Question) {
  const client = useClient();
  const queries = useQueryClient();
  const answer = useMutation<unknown>({
    mutationFn: () => client.call(call, { params: { id: row.id } }),
    onSuccess: () => {
      toast.success(done);
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.keys }),
  });
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={title}
      footer={
        <Buttons onClose={onClose}>
          <Button kind={kind} isBusy={answer.isPending} onClick={() => answer.mutate()}>
            {button}
          </Button>
        </Buttons>
      }
    >
      <Failure error={answer.error} />
      {children}
    </Dialog>
  );
}

function TakeOverDialog({ row, onClose }: { row: Key; onClose(): void }) {
  const done = texts.takenOver(row.name);
  const words = { title: texts.takeOverTitle(row.name), button: texts.takeOver, done };
  return (
    <KeyQuestion {...words} row={row} call="takeOverKey" kind="primary" onClose={onClose}>
      <p>{texts.takeOverText(row.made_by.username)}</p>
    </KeyQuestion>
  );
}

function RevokeDialog({ row, onClose }: { row: Key; onClose(): void }) {
  const words = { title: texts.revokeTitle(row.name), button: texts.revoke, done: texts.revoked(row.name) };
  return (
    <KeyQuestion {...words} row={row} call="revokeKey" kind="danger" onClose={onClose}>
      <p>{texts.revokeText}</p>
      {row.old_key ? <p className="mt-2">{texts.revokeEndsOld}</p> : null}
    </KeyQuestion>
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
