// The form of a new key, as far as it has been filled in. The page keeps it, because the form itself is mounted anew when the
// window gets narrower or wider and the sheet becomes a dialog or the reverse.
import { ApiError } from '@pocketfleet/client';
import type { AccessPermission, MadeKey } from '@pocketfleet/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#language/keys';
import { useClient } from '../../api/api-provider.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { limitOf, parseMoney, parseNetworks } from './key-view.ts';

const dayMs = 86_400_000;

type Typed = {
  name: string;
  permissions: AccessPermission[];
  phones: 'all' | string[];
  days: number;
  money: string;
  hours: string;
  actions: string;
  networks: string;
  hasMoreRights: boolean;
};

/** As little as possible: nothing allowed, no phone, no money, and an end. */
const least: Typed = {
  name: '',
  permissions: [],
  phones: [],
  days: 90,
  money: '0.00',
  hours: '',
  actions: '',
  networks: '',
  hasMoreRights: false,
};

export type KeyFormState = ReturnType<typeof useKeyForm>;

export function useKeyForm(onMade: (key: MadeKey) => void) {
  const client = useClient();
  const queries = useQueryClient();
  const [typed, setTyped] = useState(least);
  /** How often the form was sent: an error is shown from the first time on. */
  const [tries, setTries] = useState(0);
  const make = useMutation({
    mutationFn: ({ cents, nowMs }: { cents: number; nowMs: number }) =>
      client.call('makeKey', {
        body: {
          name: typed.name,
          permissions: typed.permissions,
          phones: typed.phones,
          networks: parseNetworks(typed.networks),
          monthly_limit_cents: cents,
          hours_a_day: limitOf(typed.hours),
          actions_a_minute: limitOf(typed.actions),
          expires_at: endOf(typed, nowMs).toISOString(),
        },
      }),
    onSuccess: onMade,
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.keys }),
  });
  const cents = parseMoney(typed.money);
  const own: Partial<Record<string, string | undefined>> = {
    name: typed.name.trim() === '' ? texts.giveAName : undefined,
    permissions: typed.permissions.length === 0 ? texts.chooseAPermission : undefined,
    phones: typed.phones.length === 0 ? texts.chooseAPhone : undefined,
    monthly_limit_cents: cents === null ? texts.moneyWrong : undefined,
  };
  const refused = make.error instanceof ApiError ? (make.error.fields ?? {}) : {};
  return {
    typed,
    tries,
    isPending: make.isPending,
    error: make.error,
    /** The error is about fields, which show it. */
    isOfFields: Object.keys(refused).length > 0,
    change: (part: Partial<Typed>): void => setTyped({ ...typed, ...part }),
    errorOf: (field: string): string | undefined => {
      const inList = Object.entries(refused).find(([path]) => path === field || path.startsWith(`${field}.`));
      return (tries > 0 ? own[field] : undefined) ?? inList?.[1];
    },
    send: (nowMs: number): void => {
      setTries(tries + 1);
      if (make.isPending || cents === null || Object.values(own).some(Boolean)) return;
      make.mutate({ cents, nowMs });
    },
    clear: (): void => {
      setTyped(least);
      setTries(0);
      make.reset();
    },
  };
}

export function endOf({ days }: Pick<Typed, 'days'>, nowMs: number): Date {
  return new Date(nowMs + days * dayMs);
}
