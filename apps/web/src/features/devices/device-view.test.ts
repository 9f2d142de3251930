import type { Device } from '@pocketfleet/contract';
import { describe, expect, it } from 'vitest';
import { countDevices, filterDevices, readView, statusOf, writeView } from './device-view.ts';

function deviceLike(facts: Partial<Device>): Device {
  return {
    id: facts.tag ?? 'x',
    phone_id: 'x',
    tag: 'PF-001',
    model: 'Pixel 8',
    label: null,
    replaces: null,
    device_serial: null,
    user_id: 'u',
    connection_state: 'online',
    battery_state: 50,
    streaming_url: null,
    shell_url: null,
    tunnel_url: null,
    computer_id: null,
    computer_name: null,
    computer: null,
    stream_mappings: [],
    assignment_state: 'active',
    assignment_id: 'a',
    starts_at: '2026-11-20T00:00:00Z',
    android_version: null,
    screen_width: null,
    screen_height: null,
    ...facts,
  };
}
const until = (expires_at: string | null) => [{ starts_at: '2026-11-20T00:00:00Z', expires_at }];
const fleet = [
  deviceLike({
    tag: 'PF-010',
    model: 'Galaxy S23',
    battery_state: 20,
    stream_mappings: until('2026-12-01T00:00:00Z'),
  }),
  deviceLike({
    tag: 'PF-9',
    label: 'Front desk',
    connection_state: 'offline',
    stream_mappings: until(null),
  }),
  deviceLike({
    tag: 'PF-047',
    model: 'Pixel 8 Pro',
    connection_state: 'offline',
    assignment_state: 'scheduled',
    battery_state: null,
    stream_mappings: until('2026-11-25T00:00:00Z'),
  }),
];
const tags = (query: string) =>
  filterDevices(fleet, readView(new URLSearchParams(query))).map((each) => each.tag);

describe('the list', () => {
  it.each([
    ['', ['PF-010', 'PF-9', 'PF-047']],
    ['q=pixel', ['PF-9', 'PF-047']],
    ['q=pro+047', ['PF-047']],
    ['q=front', ['PF-9']],
    ['status=offline', ['PF-9']],
    ['status=scheduled', ['PF-047']],
    ['status=nonsense', ['PF-010', 'PF-9', 'PF-047']],
    ['model=Pixel+8', ['PF-9']],
    ['label=Front+desk', ['PF-9']],
    ['label=Front', []],
  ])('with "%s" shows %j', (query, expected) => {
    expect(tags(query)).toEqual(expected);
  });
});

it('a scheduled phone counts neither as online nor as offline', () => {
  expect(countDevices(fleet)).toEqual({ total: 3, online: 1, offline: 1, assigned: 3, scheduled: 1 });
  expect(statusOf(deviceLike({ assignment_state: 'scheduled', connection_state: 'online' }))).toBe(
    'scheduled',
  );
});

it('a changed view keeps foreign parameters and drops defaults', () => {
  const query = writeView(new URLSearchParams('refresh=payment&q=a&dir=desc'), {
    search: '',
    direction: 'asc',
  });
  expect(query.toString()).toBe('refresh=payment');
});
