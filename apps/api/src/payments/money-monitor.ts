// Detects outages of the payment provider and broken invariants of money. Both are stored here, and `operators` turns them
// into alarms for our team. Nothing here moves money.
import type { Clock } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { handleCrontab, type TaskHandler } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { type PaymentProvider, PaymentProviderError } from '../platform/stripe.ts';
import { moveMarks } from './audit-record.sql.ts';
import {
  deleteProviderOutage,
  deleteStaleProviderOutage,
  insertProviderOutage,
  replaceFindings,
} from './money-monitor.sql.ts';
import { runAudit } from './run-audit.ts';

/** How often a node whose own calls succeed deletes an outage that another node has stored and not ended. */
const deleteStaleEveryMs = 30_000;

/** The same provider, with the result of each call stored: only an unavailable provider counts as an outage. */
export function monitorProvider(
  deps: { db: Db; clock: Clock; log: Log },
  provider: PaymentProvider,
): PaymentProvider {
  /** Undefined until the first call: an earlier run of this node may have stored an outage. */
  let isDown: boolean | undefined;
  let deletedAtMs = deps.clock.nowMs();
  const store = async (error: PaymentProviderError | undefined): Promise<void> => {
    try {
      if (error !== undefined) await insertProviderOutage(deps.db, error.message);
      else if (isDown !== false) await deleteProviderOutage(deps.db);
      else if (deps.clock.nowMs() - deletedAtMs > deleteStaleEveryMs) {
        deletedAtMs = deps.clock.nowMs();
        await deleteStaleProviderOutage(deps.db);
      }
      isDown = error !== undefined;
    } catch (cause) {
      deps.log.warn({ err: cause }, 'the state of the payment provider could not be stored');
    }
  };
  const monitored =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      try {
        const result = await call(...args);
        await store(undefined);
        return result;
      } catch (error) {
        if (error instanceof PaymentProviderError) {
          await store(error.kind === 'unavailable' ? error : undefined);
        }
        throw error;
      }
    };
  return {
    createIntent: monitored(provider.createIntent),
    getIntent: monitored(provider.getIntent),
    cancelIntent: monitored(provider.cancelIntent),
    listIntentsOfOrder: monitored(provider.listIntentsOfOrder),
    createRefund: monitored(provider.createRefund),
    listRefundsOf: monitored(provider.listRefundsOf),
    listMovements: monitored(provider.listMovements),
    getDispute: monitored(provider.getDispute),
    readWebhook: provider.readWebhook,
  };
}

/** Audits every ten minutes. */
export function auditTask(deps: { db: Db; clock: Clock }): TaskHandler {
  return handleCrontab('audit_money', '*/10 * * * *', () => storeFindings(deps));
}

/** Runs one audit and stores what it found. */
export async function storeFindings(deps: { db: Db; clock: Clock }): Promise<void> {
  const broken = await runAudit(deps, 'all');
  const findings = broken.map(({ check, invariant, rows, failure = null }) => ({
    check_id: check,
    invariant,
    breaches: rows.length,
    failure,
  }));
  await inTransaction(deps.db, (tx) => replaceFindings(tx, findings));
  // The marks move only if the check of the record could run.
  if (!findings.some(({ check_id, failure }) => check_id === 'A3' && failure !== null)) {
    await inTransaction(deps.db, moveMarks);
  }
}
