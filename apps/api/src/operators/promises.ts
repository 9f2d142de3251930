// The promises of money and inventory for our team: their names at once, and each of them checked now. A check looks
// at whole tables: only two run at once, whoever asks.
import pLimit from 'p-limit';
import { auditChecks, runCheck } from '../payments/payments.ts';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';

const checksAtOnce = 2;
/** Somebody waits for it. */
const limitMs = 10_000;
/** Some pages of all promises at once. */
const mostWaiting = 200;

type CheckedPromise = {
  id: string;
  promise: string;
  breaches: Record<string, unknown>[];
  /** Why it could not be checked. */
  failure?: string;
};

export type Promises = {
  names: () => { id: string; promise: string }[];
  /** Throws not_found, too_many_requests. */
  check: (id: string) => Promise<CheckedPromise>;
  checkAll: () => Promise<CheckedPromise[]>;
};

export function createPromises(deps: { db: Db; clock: Clock }): Promises {
  const checks = auditChecks(deps.clock);
  const checking = pLimit(checksAtOnce);
  const run = (check: (typeof checks)[number]): Promise<CheckedPromise> =>
    checking(async () => {
      const { check: id, promise, rows: breaches, failure } = await runCheck(deps.db, check, limitMs);
      return { id, promise, breaches, ...(failure === undefined ? {} : { failure }) };
    });
  const refuseTooMany = (wanted: number): void => {
    if (checking.pendingCount + wanted > mostWaiting) throw new AppError('too_many_requests');
  };
  return {
    names: () => checks.map(({ id, promise }) => ({ id, promise })),
    check: async (id) => {
      const found = checks.find((check) => check.id === id);
      if (found === undefined) throw new AppError('not_found');
      refuseTooMany(1);
      const checked = await run(found);
      if (checked.failure !== undefined) throw new Error(`${id} could not be checked: ${checked.failure}`);
      return checked;
    },
    checkAll: async () => {
      refuseTooMany(checks.length);
      return await Promise.all(checks.map(run));
    },
  };
}
