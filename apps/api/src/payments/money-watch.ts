// What our team must hear of although no customer has asked: a provider that doesn't answer, and a promise of money
// that does not hold. Noted here; `operators` makes alarms of it. Nothing here changes money.
import type { Clock } from '../platform/clock.ts';
import { type Db, inTransaction } from '../platform/database.ts';
import { handleCrontab, type TaskHandler } from '../platform/jobs.ts';
import type { Log } from '../platform/log.ts';
import { type PaymentProvider, PaymentProviderError } from '../platform/stripe.ts';
import { runAudit } from './audit.ts';
import { moveMarks } from './audit-record.sql.ts';
import { deleteStaleTrouble, deleteTrouble, insertTrouble, replaceFindings } from './money-watch.sql.ts';

/** How often a node whose calls are answered looks for what another noted before it died. */
const lookForStaleEveryMs = 30_000;

/** The same provider; whether it answers is noted. A refusal is an answer. */
export function watchProvider(
  deps: { db: Db; clock: Clock; log: Log },
  provider: PaymentProvider,
): PaymentProvider {
  /** Undefined until the first answer: an earlier run of this node may have noted a trouble. */
  let isTroubled: boolean | undefined;
  let lookedAtMs = deps.clock.nowMs();
  const note = async (error: PaymentProviderError | undefined): Promise<void> => {
    try {
      if (error !== undefined) await insertTrouble(deps.db, error.message);
      else if (isTroubled !== false) await deleteTrouble(deps.db);
      else if (deps.clock.nowMs() - lookedAtMs > lookForStaleEveryMs) {
        lookedAtMs = deps.clock.nowMs();
        await deleteStaleTrouble(deps.db);
      }
      isTroubled = error !== undefined;
    } catch (cause) {
      deps.log.warn({ err: cause }, 'whether the payment provider answers could not be noted');
    }
  };
  const watched =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      try {
        const result = await call(...args);
        await note(undefined);
        return result;
      } catch (error) {
        if (error instanceof PaymentProviderError) {
          await note(error.kind === 'unavailable' ? error : undefined);
        }
        throw error;
      }
    };
  return {
    createIntent: watched(provider.createIntent),
    getIntent: watched(provider.getIntent),
    cancelIntent: watched(provider.cancelIntent),
    listIntentsOfOrder: watched(provider.listIntentsOfOrder),
    createRefund: watched(provider.createRefund),
    listRefundsOf: watched(provider.listRefundsOf),
    listMovements: watched(provider.listMovements),
    getDispute: watched(provider.getDispute),
    readWebhook: provider.readWebhook,
  };
}

/** Audits every ten minutes. */
export function auditTask(deps: { db: Db; clock: Clock }): TaskHandler {
  return handleCrontab('audit_money', '*/10 * * * *', () => noteFindings(deps));
}

/** One audit, and what it found for our team. */
export async function noteFindings(deps: { db: Db; clock: Clock }): Promise<void> {
  const broken = await runAudit(deps, 'all');
  const findings = broken.map(({ check, promise, rows, failure = null }) => ({
    check_id: check,
    promise,
    breaches: rows.length,
    failure,
  }));
  await inTransaction(deps.db, (tx) => replaceFindings(tx, findings));
  // The record of states was looked at through here.
  if (!findings.some(({ check_id, failure }) => check_id === 'A3' && failure !== null)) {
    await inTransaction(deps.db, moveMarks);
  }
}
