// Which phones the fleet's filters leave, and in which order. All phones are here already, so that a filter
// answers at once.
import type { PhoneRow } from '@pocketfleet/contract';

export type FleetView = {
  q?: string | undefined;
  host?: string | undefined;
  state?: string | undefined;
  connection?: string | undefined;
  /** `none`, `running` or `scheduled`. */
  tenant?: string | undefined;
  /** `open`: only phones with an open alarm. */
  alarm?: string | undefined;
};

export type FleetOrder = 'tag' | 'host' | 'battery' | 'temperature' | 'time_left';
export const fleetOrders: readonly FleetOrder[] = ['tag', 'host', 'battery', 'temperature', 'time_left'];

export function filterPhones(phones: readonly PhoneRow[], view: FleetView): PhoneRow[] {
  const q = view.q?.toLowerCase();
  return phones.filter(
    (phone) =>
      (!q || searchTextOf(phone).includes(q)) &&
      (!view.host || phone.host_id === view.host) &&
      (!view.state || phone.state === view.state) &&
      (!view.connection || phone.connection_state === view.connection) &&
      (!view.tenant || tenancyOf(phone) === view.tenant) &&
      (!view.alarm || phone.open_alarm_count > 0),
  );
}

/** Phones without the figure come last in both directions. */
export function sortPhones(
  phones: readonly PhoneRow[],
  order: FleetOrder,
  direction: 'asc' | 'desc',
): PhoneRow[] {
  const sign = direction === 'asc' ? 1 : -1;
  const byTag = (a: PhoneRow, b: PhoneRow) => collator.compare(a.tag, b.tag);
  return phones.toSorted((a, b) => {
    if (order === 'tag') return sign * byTag(a, b);
    if (order === 'host') return sign * collator.compare(a.host_name, b.host_name) || byTag(a, b);
    const [left, right] = [figureOf(a, order), figureOf(b, order)];
    if (left === null || right === null) return Number(left === null) - Number(right === null) || byTag(a, b);
    return sign * (left - right) || byTag(a, b);
  });
}

const collator = new Intl.Collator('en', { numeric: true });

function searchTextOf({ tag, label, serial, model, host_name, tenant, next_tenant }: PhoneRow): string {
  const names = [tag, label, serial, model, host_name, tenant?.username, next_tenant?.username];
  return names.join('\n').toLowerCase();
}

function tenancyOf(phone: PhoneRow): 'none' | 'running' | 'scheduled' {
  if (phone.tenant) return 'running';
  return phone.next_tenant ? 'scheduled' : 'none';
}

function figureOf(phone: PhoneRow, order: FleetOrder): number | null {
  if (order === 'battery') return phone.battery_level;
  if (order === 'temperature') return phone.battery_temperature_tenths;
  if (!phone.tenant) return null;
  return phone.tenant.expires_at === null ? Number.MAX_SAFE_INTEGER : Date.parse(phone.tenant.expires_at);
}
