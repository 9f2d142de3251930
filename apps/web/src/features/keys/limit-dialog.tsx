import type { AccessPermission, Key } from '@pocketfleet/contract';
import { Button, Dialog, TextField, toast } from '@pocketfleet/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as texts from '#language/keys';
import { useClient } from '../../api/api-provider.tsx';
import { reasonOf } from '../../api/errors.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { limitOf, parseMoney } from './key-view.ts';
import { LimitFields } from './limit-fields.tsx';

type Limits = Pick<Key, 'monthly_limit_cents' | 'hours_a_day' | 'actions_a_minute'>;
type Limited = Limits & { id: string; permissions: readonly AccessPermission[] };
type Call = 'changeKey' | 'changeConnection';
type Props = { row: Limited; name: string; call: Call; onClose(): void };

/** Changes how much a key or program may be used, and what it may spend. The choice stays when the change fails. */
export function LimitDialog({ row, name, call, onClose }: Props) {
  const client = useClient();
  const queries = useQueryClient();
  const maySpend = row.permissions.includes('spend') || row.monthly_limit_cents > 0;
  // A first limit of actions is for a new key or connection: what this one has opened isn't counted.
  const hasActions = (row.actions_a_minute ?? null) !== null;
  const [typed, setTyped] = useState({
    money: (row.monthly_limit_cents / 100).toFixed(2),
    hours: chosenOf(row.hours_a_day),
    actions: chosenOf(row.actions_a_minute),
  });
  const [isWrong, setWrong] = useState(false);
  const change = useMutation({
    mutationFn: (body: Partial<Limits>) => client.call(call, { params: { id: row.id }, body }),
    onSuccess: () => {
      toast.success(texts.limitsChanged(name));
      onClose();
    },
    onSettled: () =>
      queries.invalidateQueries({ queryKey: queryKeys[call === 'changeKey' ? 'keys' : 'connections'] }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const cents = maySpend ? parseMoney(typed.money) : row.monthly_limit_cents;
    setWrong(cents === null);
    if (cents === null || change.isPending) return;
    const hours = limitOf(typed.hours);
    const actions = limitOf(typed.actions);
    const changed: Partial<Limits> = {
      ...(cents !== row.monthly_limit_cents && { monthly_limit_cents: cents }),
      ...(hours !== row.hours_a_day && { hours_a_day: hours }),
      ...(actions !== (row.actions_a_minute ?? null) && { actions_a_minute: actions }),
    };
    if (Object.keys(changed).length > 0) change.mutate(changed);
    else onClose();
  };
  const failure = change.error ? `${texts.notDone}${reasonOf(change.error)}` : undefined;
  const set = (changed: Partial<typeof typed>) => setTyped({ ...typed, ...changed });
  return (
    <Dialog isOpen onOpenChange={onClose} title={texts.limitsTitle(name)}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        {maySpend ? (
          <TextField
            label={texts.money}
            hint={texts.moneyHint}
            inputMode="decimal"
            autoComplete="off"
            value={typed.money}
            isBusy={change.isPending}
            error={isWrong ? texts.moneyWrong : failure}
            onChange={({ target }) => set({ money: target.value })}
          />
        ) : null}
        <LimitFields
          hours={typed.hours}
          actions={hasActions ? typed.actions : null}
          errors={{ hours: maySpend ? undefined : failure }}
          onChange={set}
        />
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button type="submit" kind="primary" isBusy={change.isPending}>
            {texts.saveLimits}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const chosenOf = (limit: number | null | undefined): string => (limit ? String(limit) : '');
