// The promises of money and inventory, checked on a live database. Most are queries; what is computed in code
// (availability, prices) is computed again here, another way. Each check has a transaction and a time limit of its own:
// one that can't run is named, and keeps no other from running.
import { findRentalPeriodByLength, rentalCostCents } from '@pocketfleet/rules';
import { checkAvailability } from '../orders/orders.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, inOneView, sql } from '../platform/database.ts';
import { type AuditCheck, type Breach, countFreeByTenants, selectPrices } from './audit-check.sql.ts';
import { inventoryChecks } from './audit-inventory.sql.ts';
import { moneyChecks } from './audit-money.sql.ts';
import { providerChecks } from './audit-provider.sql.ts';
import { recordCheck } from './audit-record.sql.ts';

const dayMs = 86_400_000;
/** Beyond the day for which only phones count that work now: its edge moves while we ask. */
const aheadMs = 26 * 3_600_000;
/** The starts that B5 asks about: all within the week for which a day may be rented. */
const askedAheadMs = [aheadMs, 3 * dayMs, 6 * dayMs];
const secondMs = 1_000;
const mostPhones = 50;

export type AuditDeps = { db: Db; clock: Clock };

export type BrokenPromise = {
  check: string;
  promise: string;
  /** The rows that break it; none for a check that could not run. */
  rows: Breach[];
  /** Why it could not be checked. */
  failure?: string;
};

/** Of each statement of a check; nobody waits for it. */
const statementLimitMs = 30_000;

/** Every check, in the order of their names. */
export function auditChecks(clock: Clock): AuditCheck[] {
  const checks = [
    ...inventoryChecks,
    ...moneyChecks,
    ...providerChecks,
    recordCheck,
    ...computedChecks(clock),
  ];
  return checks.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Runs the checks one after the other; returns what is broken or could not be checked. */
export async function runAudit(deps: AuditDeps, which: 'always' | 'all'): Promise<BrokenPromise[]> {
  const broken: BrokenPromise[] = [];
  for (const check of auditChecks(deps.clock)) {
    if (which === 'always' && check.holds !== 'always') continue;
    const found = await runCheck(deps.db, check);
    if (found.rows.length > 0 || found.failure !== undefined) broken.push(found);
  }
  return broken;
}

/** One check on one consistent view of the database. */
export async function runCheck(
  db: Db,
  { id, promise, find }: AuditCheck,
  limitMs = statementLimitMs,
): Promise<BrokenPromise> {
  try {
    const rows = await inOneView(db, async (view) => {
      await sql`select set_config('statement_timeout', ${String(limitMs)}, true)`.execute(view);
      return find(view);
    });
    return { check: id, promise, rows };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { check: id, promise, rows: [], failure };
  }
}

function computedChecks(clock: Clock): AuditCheck[] {
  const selectionAt = (startMs: number, phone_count: number) => ({
    phone_count,
    start_date: new Date(startMs).toISOString(),
    period: 'day' as const,
    number_of_periods: 1,
  });
  const tenantsTime = (startMs: number) => ({
    starts_at: new Date(startMs).toISOString(),
    expires_at: new Date(startMs + dayMs).toISOString(),
  });
  return [
    {
      id: 'B5',
      promise: 'availability never says more than an order would find',
      holds: 'settled',
      find: async (db) => {
        const breaches: Breach[] = [];
        for (const startMs of askedAheadMs.map((ms) => clock.nowMs() + ms)) {
          const selection = selectionAt(startMs, mostPhones);
          const { available_phones_count: told } = await checkAvailability({ db, clock }, selection);
          const free = await countFreeByTenants(db, tenantsTime(startMs));
          if (told > free) breaches.push({ start: selection.start_date, told, free });
        }
        return breaches;
      },
    },
    {
      id: 'B6',
      promise:
        'the next available start is one at which there are enough, and a second before it there are not',
      holds: 'settled',
      find: async (db) => {
        const nowMs = clock.nowMs();
        const free = await countFreeByTenants(db, tenantsTime(nowMs + aheadMs));
        const wish = selectionAt(nowMs + aheadMs, Math.min(mostPhones, free + 1));
        const { next_available_start } = await checkAvailability({ db, clock }, wish);
        if (next_available_start === null) return [];
        const startMs = Date.parse(next_available_start);
        const then = await countFreeByTenants(db, tenantsTime(startMs));
        // Nothing earlier than the start that was asked for can be offered.
        const before =
          startMs - secondMs < nowMs + aheadMs
            ? 0
            : await countFreeByTenants(db, tenantsTime(startMs - secondMs));
        const asked = wish.phone_count;
        return then < asked || before >= asked ? [{ next_available_start, asked, then, before }] : [];
      },
    },
    {
      id: 'B7-price',
      promise: 'the price of an order is its phones times the price of its period',
      holds: 'always',
      find: async (db) =>
        (await selectPrices(db)).filter(({ phone_count, period, number_of_periods, amount }) => {
          const rentalPeriod = findRentalPeriodByLength(period, number_of_periods);
          return rentalPeriod === undefined || rentalCostCents(phone_count, rentalPeriod) !== amount;
        }),
    },
  ];
}
