import type { Device } from '@pocketfleet/contract';
import { expect, it } from 'vitest';
import { deviceColumns } from './device-columns.tsx';
import type { DeviceSelection } from './use-selection.ts';

const columns = deviceColumns({
  now: 0,
  onManage: () => {},
  onLabel: () => {},
  onShare: () => {},
  selection: {} as DeviceSelection,
  may: { rent: true, label: true, share: true },
});
const sortValue = (key: string, device: Partial<Device>) =>
  columns.find((column) => column.key === key)?.sortBy?.(device as Device);
const mapping = (expires_at: string | null) => ({
  stream_mappings: [{ starts_at: '2026-11-20T00:00:00Z', expires_at }],
});

it('a rental without an end sorts after every other', () => {
  const ending = sortValue('time', mapping('2026-12-01T00:00:00Z'));
  expect(ending).toBe(Date.parse('2026-12-01T00:00:00Z'));
  expect(sortValue('time', mapping(null))).toBeGreaterThan(Number(ending));
});

it('an unknown battery sorts below an empty one', () => {
  expect(sortValue('battery', { battery_state: null })).toBeLessThan(
    Number(sortValue('battery', { battery_state: 0 })),
  );
});

it('online phones sort before offline ones, and scheduled ones come last', () => {
  const values = (
    [
      { assignment_state: 'active', connection_state: 'online' },
      { assignment_state: 'active', connection_state: 'offline' },
      { assignment_state: 'scheduled', connection_state: 'online' },
    ] as const
  ).map((device) => sortValue('status', device));
  expect(values).toEqual([0, 1, 2]);
});
