// Reads the provider's own lists of charges, refunds and disputes, each time from where the last reading ended. They show
// movements without a webhook, movements that we did not request, and those since the backup that our database was restored
// from. Movements are stored, and settled like webhooks. The audit compares them with our books (decision 050).
import { inTransaction } from '../platform/database.ts';
import { type MovementKind, type PaymentProvider, PaymentProviderError } from '../platform/stripe.ts';
import { readRefundsOf } from './book-refunds.ts';
import { readDispute } from './disputes.ts';
import { findIntent } from './find-intent.ts';
import type { PaymentsDeps } from './payments-deps.ts';
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
  updateBooked,
  updateListFailure,
  updateSettled,
} from './provider-lists.sql.ts';
import type { AuditDeps } from './run-audit.ts';
import { settleIntent } from './settle.ts';

const kinds: readonly MovementKind[] = ['charge', 'dispute', 'refund'];
/** Each reading overlaps the last one: a new movement may appear late in the list, and clocks differ. */
const overlapMs = 15 * 60_000;
/** Parts of a list that one call reads; the next call continues. */
const maxParts = 30;
const minPartMs = 1_000;
const settledAtOnce = 50;
/** After a restore. Movements that are still open then are settled while customers are served. */
const maxRounds = 100;

/** Reads the lists that are due, and settles movements that are missing in our books. */
export async function readProviderLists(deps: PaymentsDeps): Promise<void> {
  for (const kind of kinds) {
    const list = await takeDueList(deps.db, kind);
    if (list !== undefined) await readOrStoreFailure(deps, list);
  }
  await settleMovements(deps);
  await endRestore(deps);
}

/** Reads all lists now, for an audit. It stores movements but settles none. */
export async function readListsNow(deps: AuditDeps & { provider: PaymentProvider }): Promise<void> {
  for (const kind of kinds) {
    const list = await selectList(deps.db, kind);
    if (list !== undefined) await readList(deps, list);
  }
}

/**
 * After a restore: books the movements since the backup before customers are served. While some of them could not be
 * booked, the mark of the restore stays; customers are served anyway, and the next calls continue.
 */
export async function catchUpAfterRestore(deps: PaymentsDeps): Promise<void> {
  if (!(await selectIsRestored(deps.db))) return;
  await updateAllDue(deps.db);
  try {
    for (const kind of kinds) {
      const list = await selectList(deps.db, kind);
      if (list !== undefined) await readOrStoreFailure(deps, list);
    }
    for (let round = 0; round < maxRounds; round += 1) {
      if ((await settleMovements(deps)) === 0) break;
    }
    if (await endRestore(deps)) return;
    deps.log.error({}, 'the database was restored, and some movements at the provider since are not booked');
  } catch (error) {
    deps.log.error({ err: error }, 'the database was restored, and the books could not be completed');
  }
}

/** False while movements since the backup are missing in the books. */
async function endRestore({ db, log }: PaymentsDeps): Promise<boolean> {
  const isOver = await deleteRestore(db);
  if (isOver)
    log.warn({}, 'the database was restored: movements at the provider since the backup are booked');
  return isOver;
}

async function readOrStoreFailure(deps: PaymentsDeps, list: ProviderList): Promise<void> {
  try {
    await readList(deps, list);
  } catch (error) {
    deps.log.warn({ err: error, kind: list.kind }, 'a list of the payment provider could not be read');
    await updateListFailure(deps.db, list.kind, error instanceof Error ? error.message : String(error));
  }
}

/** Reads parts that fit into one response, the oldest first, so that `read_until` is correct after each part. */
async function readList(
  deps: AuditDeps & { provider: PaymentProvider },
  { kind, began_at, read_until }: ProviderList,
): Promise<void> {
  const endMs = deps.clock.nowMs();
  let fromMs = Math.max(Date.parse(began_at), Date.parse(read_until) - overlapMs);
  let untilMs = endMs;
  for (let part = 0; part < maxParts && fromMs < endMs; part += 1) {
    const span = { from: new Date(fromMs).toISOString(), until: new Date(untilMs).toISOString() };
    const listed = await deps.provider.listMovements(kind, span);
    if (listed === 'too_many') {
      const half = (untilMs - fromMs) / 2;
      if (half < minPartMs) throw new Error('too many in one second');
      untilMs = fromMs + half;
      continue;
    }
    await inTransaction(deps.db, (tx) => insertMovements(tx, kind, listed, span.until));
    fromMs = untilMs;
    untilMs = endMs;
  }
}

/** Returns how many were settled. A movement that can't be settled is tried again after the others. */
async function settleMovements(deps: PaymentsDeps): Promise<number> {
  await updateBooked(deps.db);
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
        'a movement at the payment provider could not be settled',
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
