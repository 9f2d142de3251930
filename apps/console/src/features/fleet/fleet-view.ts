// The filters of the fleet. All phones are in the browser already, so that no filter needs a request. Pure.
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

function searchTextOf({ tag, label, serial, model, host_name, tenant, next_tenant }: PhoneRow): string {
  const names = [tag, label, serial, model, host_name, tenant?.username, next_tenant?.username];
  return names.join('\n').toLowerCase();
}

function tenancyOf(phone: PhoneRow): 'none' | 'running' | 'scheduled' {
  if (phone.tenant) return 'running';
  return phone.next_tenant ? 'scheduled' : 'none';
}
