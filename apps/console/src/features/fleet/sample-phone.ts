import type { PhoneRow } from '@pocketfleet/contract';

/** For tests: a free, clean phone that is online. */
export function samplePhone(changes: Partial<PhoneRow> = {}): PhoneRow {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    tag: 'PF-001',
    label: '',
    serial: '8A1X0PFT4',
    model: 'Pixel 8',
    manufacturer: 'Google',
    android_version: '15',
    host_id: '00000000-0000-4000-8000-0000000000aa',
    host_name: 'host-01',
    state: 'ready',
    state_reason: '',
    runner_state: 'ready',
    runner_reason: '',
    connection_state: 'online',
    battery_level: 80,
    battery_temperature_tenths: 280,
    charging: true,
    storage_free_bytes: 90_000_000_000,
    tenant: null,
    next_tenant: null,
    has_thumbnail: true,
    open_alarm_count: 0,
    claims: [],
    ...changes,
  };
}

export const sampleTenant = {
  assignment_id: '00000000-0000-4000-8000-0000000000bb',
  user_id: '00000000-0000-4000-8000-0000000000cc',
  username: 'grace',
  order_id: null,
  starts_at: '2026-11-20T09:00:00Z',
  expires_at: '2026-11-27T09:00:00Z',
};
