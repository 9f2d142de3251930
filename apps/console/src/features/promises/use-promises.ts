// The promises of money and inventory: their names at once, then each of them checked, as many at a time as the
// server checks.
import { useEffect, useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import type { Answer } from '../../api/client.ts';
import { useAnswer } from '../../api/use-answer.ts';

type Checked =
  | { breaches: Answer<'checkPromise'>['breaches']; error?: never }
  | { breaches?: never; error: unknown };

export type PromiseRow = {
  id: string;
  promise: string;
  /** Undefined until it is checked for the first time. */
  checked: Checked | undefined;
};

/** Asked for on the live database: not as often as lists are. */
const everyMs = 60_000;
const atOnce = 2;

export function usePromises() {
  const client = useClient();
  const named = useAnswer('listPromises', {}, everyMs);
  const names = named.data?.promises ?? [];
  const ids = names.map(({ id }) => id).join(' ');
  const [round, setRound] = useState(0);
  const [results, setResults] = useState<Record<string, Checked>>({});
  const [endedRound, setEndedRound] = useState({ round: -1, atMs: 0 });
  useEffect(() => {
    if (ids === '') return;
    const leave = new AbortController();
    const { signal } = leave;
    const waiting = ids.split(' ');
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift()) {
        const checked = await client.call('checkPromise', { params: { id }, signal }).then(
          ({ breaches }): Checked => ({ breaches }),
          (error: unknown): Checked => ({ error }),
        );
        if (!signal.aborted) setResults((known) => ({ ...known, [id]: checked }));
      }
    };
    let timer = 0;
    const waitForNext = () => {
      timer = window.setTimeout(() => (document.hidden ? waitForNext() : setRound(round + 1)), everyMs);
    };
    Promise.all(Array.from({ length: atOnce }, work)).then(() => {
      if (signal.aborted) return;
      setEndedRound({ round, atMs: Date.now() });
      waitForNext();
    });
    return () => {
      leave.abort();
      clearTimeout(timer);
    };
  }, [client, ids, round]);
  return {
    named,
    rows: names.map((name): PromiseRow => ({ ...name, checked: results[name.id] })),
    /** When the last one of all was checked; 0 before that. */
    checkedAtMs: endedRound.atMs,
    isChecking: ids !== '' && endedRound.round !== round,
    checkNow: () => setRound(round + 1),
  };
}
