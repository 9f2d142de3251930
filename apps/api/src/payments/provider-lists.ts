// The provider's own lists of charges, refunds and disputes, read again and again since where they were read last: money
// that moved without a webhook, without our asking, or since the backup that a database was restored from. What they
// say is kept, and settled on the same ways as a webhook. The audit compares it with our books (decision 050).
import { inTransaction } from '../platform/database.ts';
import { type MovementKind, type PaymentProvider, PaymentProviderError } from '../platform/stripe.ts';
import type { AuditDeps } from './audit.ts';
import { readDispute } from './disputes.ts';
import { findIntent } from './find-intent.ts';
import type { PaymentsDeps } from './payments.ts';
import {
  deleteRestore,
  insertMovements,
  type OpenMovement,
  type ProviderList,
  selectIsRestored,
  selectList,
  takeDueList,
  takeOpenMovements,
  updateAllDue,
  updateKnown,
  updateListFailure,
  updateSettled,
} from './provider-lists.sql.ts';
import { readRefundsOf } from './provider-refunds.ts';
import { settleIntent } from './settle.ts';

const kinds: readonly MovementKind[] = ['charge', 'dispute', 'refund'];
/** Read once more each time: what was made just now may not be in the list yet, and clocks differ. */
const overlapMs = 15 * 60_000;
/** Parts of one list that are read in one turn; the next turn goes on. */
const mostParts = 30;
const shortestMs = 1_000;
const settledAtOnce = 50;
/** After a restore; what is left then is settled while customers are served. */
const mostRounds = 100;

/** One turn: reads the lists whose time has come, and settles what our books don't have. */
export async function readProviderLists(deps: PaymentsDeps): Promise<void> {
  for (const kind of kinds) {
    const list = await takeDueList(deps.db, kind);
    if (list !== undefined) await readOrNote(deps, list);
  }
  await settleMovements(deps);
  await endRestore(deps);
}

/** Reads all lists now, for an audit; changes nothing but what is known of the lists. */
export async function readListsNow(deps: AuditDeps & { provider: PaymentProvider }): Promise<void> {
  for (const kind of kinds) {
    const list = await selectList(deps.db, kind);
    if (list !== undefined) await readList(deps, list);
  }
}

/**
 * After a restore the books get what has moved since the backup before anybody is served. While not all of it is in the
 * books, the mark stays: customers are served all the same, and the next turns go on.
 */
export async function catchUpAfterRestore(deps: PaymentsDeps): Promise<void> {
  if (!(await selectIsRestored(deps.db))) return;
  await updateAllDue(deps.db);
  try {
    for (const kind of kinds) {
      const list = await selectList(deps.db, kind);
      if (list !== undefined) await readOrNote(deps, list);
    }
    for (let round = 0; round < mostRounds; round += 1) {
      if ((await settleMovements(deps)) === 0) break;
    }
    if (await endRestore(deps)) return;
    deps.log.error(
      {},
      'the database was restored, and the books do not have all that the provider has moved',
    );
  } catch (error) {
    deps.log.error({ err: error }, 'the database was restored, and the books could not be completed');
  }
}

/** False while a restore is not caught up with. */
async function endRestore({ db, log }: PaymentsDeps): Promise<boolean> {
  const isOver = await deleteRestore(db);
  if (isOver) log.warn({}, 'the database was restored: what the provider has moved since is in the books');
  return isOver;
}

async function readOrNote(deps: PaymentsDeps, list: ProviderList): Promise<void> {
  try {
    await readList(deps, list);
  } catch (error) {
    deps.log.warn({ err: error, kind: list.kind }, 'a list of the payment provider could not be read');
    await updateListFailure(deps.db, list.kind, error instanceof Error ? error.message : String(error));
  }
}

/** In parts that are short enough to be read whole, the oldest first: how far it was read is true at each moment. */
async function readList(
  deps: AuditDeps & { provider: PaymentProvider },
  { kind, began_at, read_until }: ProviderList,
): Promise<void> {
  const endMs = deps.clock.nowMs();
  let fromMs = Math.max(Date.parse(began_at), Date.parse(read_until) - overlapMs);
  let untilMs = endMs;
  for (let part = 0; part < mostParts && fromMs < endMs; part += 1) {
    const span = { from: new Date(fromMs).toISOString(), until: new Date(untilMs).toISOString() };
    const listed = await deps.provider.listMovements(kind, span);
    if (listed === 'too_many') {
      const half = (untilMs - fromMs) / 2;
      if (half < shortestMs) throw new Error('too many in one second');
      untilMs = fromMs + half;
      continue;
    }
    await inTransaction(deps.db, (tx) => insertMovements(tx, kind, listed, span.until));
    fromMs = untilMs;
    untilMs = endMs;
  }
}

/** How many were settled. One that can't be settled comes again after the others. */
async function settleMovements(deps: PaymentsDeps): Promise<number> {
  await updateKnown(deps.db);
  const open = await takeOpenMovements(deps.db, settledAtOnce);
  let settled = 0;
  for (const movement of open) {
    try {
      await settleMovement(deps, movement);
      await updateSettled(deps.db, movement.id);
      settled += 1;
    } catch (error) {
      deps.log.warn(
        { err: error, movement_id: movement.id },
        'money that the provider moved was not settled',
      );
      // Each further call would wait as long, and keep due payments waiting.
      if (error instanceof PaymentProviderError && error.isSilent) break;
    }
  }
  return settled;
}

async function settleMovement(deps: PaymentsDeps, { id, kind, intent_id }: OpenMovement): Promise<void> {
  if (kind === 'dispute') return readDispute(deps, id);
  const intent = intent_id === null ? undefined : await findIntent(deps, intent_id);
  if (intent === undefined) return;
  await settleIntent(deps, intent);
  if (kind === 'refund') await readRefundsOf(deps, intent.id);
}
