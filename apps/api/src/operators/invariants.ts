// The invariants of money and inventory in our team's console: their list, and a check of each on demand. A check reads
// whole tables, so only two run at once on a node.
import pLimit from 'p-limit';
import { auditChecks, runCheck } from '../payments/payments.ts';
import { AppError } from '../platform/app-error.ts';
import type { Clock } from '../platform/clock.ts';
import type { Db } from '../platform/database.ts';

const checksAtOnce = 2;
/** Shorter than the audit's own limit, because an operator waits for the response. */
const limitMs = 10_000;
/** Enough for several console pages, each of which checks all invariants. */
const maxWaiting = 200;

type CheckedInvariant = {
  id: string;
  promise: string;
  breaches: Record<string, unknown>[];
  /** Why the check could not run. */
  failure?: string;
};

export type InvariantChecks = {
  list: () => { id: string; promise: string }[];
  /** Throws not_found, too_many_requests. */
  check: (id: string) => Promise<CheckedInvariant>;
  checkAll: () => Promise<CheckedInvariant[]>;
};

export function createInvariantChecks(deps: { db: Db; clock: Clock }): InvariantChecks {
  const checks = auditChecks(deps.clock);
  const checking = pLimit(checksAtOnce);
  const run = (check: (typeof checks)[number]): Promise<CheckedInvariant> =>
    checking(async () => {
      const { check: id, invariant, rows: breaches, failure } = await runCheck(deps.db, check, limitMs);
      return { id, promise: invariant, breaches, ...(failure === undefined ? {} : { failure }) };
    });
  const refuseTooMany = (wanted: number): void => {
    if (checking.pendingCount + wanted > maxWaiting) throw new AppError('too_many_requests');
  };
  return {
    list: () => checks.map(({ id, invariant }) => ({ id, promise: invariant })),
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
