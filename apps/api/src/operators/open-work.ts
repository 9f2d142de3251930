// The console's first page: what needs a person now, as far as the operator's role may see it.
import type { OpenWork, OpenWorkKind, Permission } from '@pocketfleet/contract';
import type { Db } from '../platform/database.ts';
import {
  type OpenKind,
  selectFailedCleanings,
  selectOpenAlarms,
  selectOpenInvariants,
  selectOpenMessages,
  selectOpenRequests,
  selectQuarantined,
  selectUnsettled,
} from './open-work.sql.ts';

type Source = { kind: OpenWorkKind; permission: Permission; select(db: Db): Promise<OpenKind> };

/** In the order in which somebody should look at them. */
const sources: readonly Source[] = [
  { kind: 'alarms', permission: 'fleet_view', select: selectOpenAlarms },
  { kind: 'integrity_checks', permission: 'audit_view', select: selectOpenInvariants },
  { kind: 'money', permission: 'orders_view', select: selectUnsettled },
  { kind: 'requests', permission: 'orders_view', select: selectOpenRequests },
  { kind: 'messages', permission: 'customers_view', select: selectOpenMessages },
  { kind: 'cleanings', permission: 'fleet_view', select: selectFailedCleanings },
  { kind: 'quarantined', permission: 'fleet_view', select: selectQuarantined },
];

/** Kinds without open entries are left out. */
export async function listOpenWork(db: Db, permissions: readonly Permission[]): Promise<OpenWork> {
  const allowed = sources.filter(({ permission }) => permissions.includes(permission));
  const found = await Promise.all(allowed.map(async ({ kind, select }) => ({ kind, ...(await select(db)) })));
  return { kinds: found.filter(({ count }) => count > 0) };
}
