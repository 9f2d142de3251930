// Checks the invariants of money and inventory on a live database. Most checks are queries; availability and prices are
// computed again here in another way. Each check has its own transaction and time limit, so that one that can't run is
// reported and doesn't keep the others from running.
import { findRentalPeriodByLength, rentalCostCents } from '@pocketfleet/rules';
import { checkAvailability } from '../orders/orders.ts';
import type { Clock } from '../platform/clock.ts';
import { type Db, inOneView, limitStatements } from '../platform/database.ts';
import { type AuditCheck, type Breach, countFreeByTenants, selectPrices } from './audit-check.sql.ts';
import { inventoryChecks } from './audit-inventory.sql.ts';
import { moneyChecks } from './audit-money.sql.ts';
import { providerChecks } from './audit-provider.sql.ts';
import { recordCheck } from './audit-record.sql.ts';

const dayMs = 86_400_000;
/** Later than the 24 hours for which only working phones count, because that limit moves during the check. */
const aheadMs = 26 * 3_600_000;
/** The starts that B5 checks: all within the week in which a day can be rented. */
const checkedStartsMs = [aheadMs, 3 * dayMs, 6 * dayMs];
const secondMs = 1_000;
const maxPhones = 50;

export type AuditDeps = { db: Db; clock: Clock };

export type BrokenInvariant = {
  check: string;
  invariant: string;
  /** The rows that break it; empty when the check could not run. */
  rows: Breach[];
  /** Why the check could not run. */
  failure?: string;
};

/** The limit of each statement of a check. */
const statementLimitMs = 30_000;

/** Every check, ordered by id. */
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

/** Runs the checks one after the other; returns broken invariants and checks that could not run. */
export async function runAudit(deps: AuditDeps, which: 'always' | 'all'): Promise<BrokenInvariant[]> {
  const broken: BrokenInvariant[] = [];
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
  { id, invariant, find }: AuditCheck,
  limitMs = statementLimitMs,
): Promise<BrokenInvariant> {
  try {
    const rows = await inOneView(db, async (view) => {
      await limitStatements(view, limitMs);
      return find(view);
    });
    return { check: id, invariant, rows };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    return { check: id, invariant, rows: [], failure };
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
      invariant: 'availability never says more than an order would find',
      holds: 'settled',
      find: async (db) => {
        const breaches: Breach[] = [];
        for (const startMs of checkedStartsMs.map((ms) => clock.nowMs() + ms)) {
          const selection = selectionAt(startMs, maxPhones);
          const { available_phones_count: offered } = await checkAvailability({ db, clock }, selection);
          const free = await countFreeByTenants(db, tenantsTime(startMs));
          if (offered > free) breaches.push({ start: selection.start_date, offered, free });
        }
        return breaches;
      },
    },
    {
      id: 'B6',
      invariant:
        'the next available start is one at which there are enough, and a second before it there are not',
      holds: 'settled',
      find: async (db) => {
        const nowMs = clock.nowMs();
        const free = await countFreeByTenants(db, tenantsTime(nowMs + aheadMs));
        const selection = selectionAt(nowMs + aheadMs, Math.min(maxPhones, free + 1));
        const { next_available_start } = await checkAvailability({ db, clock }, selection);
        if (next_available_start === null) return [];
        const startMs = Date.parse(next_available_start);
        const then = await countFreeByTenants(db, tenantsTime(startMs));
        // A start earlier than the requested one is never offered.
        const before =
          startMs - secondMs < nowMs + aheadMs
            ? 0
            : await countFreeByTenants(db, tenantsTime(startMs - secondMs));
        const requested = selection.phone_count;
        return then < requested || before >= requested
          ? [{ next_available_start, requested, then, before }]
          : [];
      },
    },
    {
      id: 'B7-price',
      invariant: 'the price of an order is its phones times the price of its period',
      holds: 'always',
      find: async (db) =>
        (await selectPrices(db)).filter(({ phone_count, period, number_of_periods, amount }) => {
          const rentalPeriod = findRentalPeriodByLength(period, number_of_periods);
          return rentalPeriod === undefined || rentalCostCents(phone_count, rentalPeriod) !== amount;
        }),
    },
  ];
}
