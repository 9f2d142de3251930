// The invariants of money and inventory: listed at once, then checked one by one, as many at a time as the server checks.
import type { CallResult } from '@pocketfleet/client-team';
import { useEffect, useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { useApiQuery } from '../../api/use-api-query.ts';

type CheckResult =
  | { breaches: CallResult<'checkInvariant'>['breaches']; error?: never }
  | { breaches?: never; error: unknown };

export type IntegrityCheck = {
  id: string;
  /** The invariant as a sentence. */
  invariant: string;
  /** Undefined until the first check has ended. */
  result: CheckResult | undefined;
};

/** The checks run on the live database: less often than lists are fetched. */
const intervalMs = 60_000;
const maxParallel = 2;

export function useIntegrityChecks() {
  const client = useClient();
  const list = useApiQuery('listInvariants', {}, intervalMs);
  const listed = list.data?.promises ?? [];
  const ids = listed.map(({ id }) => id).join(' ');
  const [round, setRound] = useState(0);
  const [results, setResults] = useState<Record<string, CheckResult>>({});
  const [endedRound, setEndedRound] = useState({ round: -1, atMs: 0 });
  useEffect(() => {
    if (ids === '') return;
    const abort = new AbortController();
    const { signal } = abort;
    const waiting = ids.split(' ');
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined && !signal.aborted; id = waiting.shift()) {
        const result = await client.call('checkInvariant', { params: { id }, signal }).then(
          ({ breaches }): CheckResult => ({ breaches }),
          (error: unknown): CheckResult => ({ error }),
        );
        if (!signal.aborted) setResults((known) => ({ ...known, [id]: result }));
      }
    };
    let timer = 0;
    const scheduleNext = () => {
      timer = window.setTimeout(() => (document.hidden ? scheduleNext() : setRound(round + 1)), intervalMs);
    };
    Promise.all(Array.from({ length: maxParallel }, work)).then(() => {
      if (signal.aborted) return;
      setEndedRound({ round, atMs: Date.now() });
      scheduleNext();
    });
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [client, ids, round]);
  return {
    list,
    rows: listed.map(({ id, promise }): IntegrityCheck => ({ id, invariant: promise, result: results[id] })),
    /** The end of the last round in ms since 1970; 0 before it. */
    checkedAtMs: endedRound.atMs,
    isChecking: ids !== '' && endedRound.round !== round,
    checkNow: () => setRound(round + 1),
  };
}
