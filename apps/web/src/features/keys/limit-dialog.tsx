import type { Key } from '@pocketfleet/contract';
import { Button, Dialog, TextField, toast } from '@pocketfleet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as texts from '#language/keys';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { parseMoney } from './key-view.ts';

/** Changes what a key may spend in a month. What is typed stays when the change fails. */
export function LimitDialog({ row, onClose }: { row: Key; onClose(): void }) {
  const client = useClient();
  const queries = useQueryClient();
  const [typed, setTyped] = useState((row.monthly_limit_cents / 100).toFixed(2));
  const [isWrong, setWrong] = useState(false);
  const change = useMutation({
    mutationFn: (monthly_limit_cents: number) =>
      client.call('changeKey', { params: { id: row.id }, body: { monthly_limit_cents } }),
    onSuccess: () => {
      toast.success(texts.limitChanged(row.name));
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.keys }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const cents = parseMoney(typed);
    setWrong(cents === null);
    if (cents !== null && !change.isPending) change.mutate(cents);
  };
  const error = isWrong
    ? texts.moneyWrong
    : change.error
      ? `${texts.notDone}${reasonOf(change.error)}`
      : undefined;
  return (
    <Dialog isOpen onOpenChange={onClose} title={texts.limitTitle(row.name)}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <TextField
          label={texts.money}
          hint={texts.moneyHint}
          inputMode="decimal"
          autoComplete="off"
          value={typed}
          isBusy={change.isPending}
          error={error}
          onChange={({ target }) => setTyped(target.value)}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={change.isPending}>
            {texts.saveLimit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
