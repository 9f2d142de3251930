// Search, filter and sort of the device list: pure, with the whole state in the URL.
import type { Device } from '@pocketfleet/contract';

export type DeviceStatus = 'online' | 'offline' | 'scheduled';
export type SortKey = 'tag' | 'model' | 'time' | 'status' | 'battery';
export type DeviceView = {
  mode: 'list' | 'mosaic';
  search: string;
  status: DeviceStatus | null;
  model: string | null;
  sort: SortKey;
  direction: 'asc' | 'desc';
};

const sortKeys: readonly SortKey[] = ['tag', 'model', 'time', 'status', 'battery'];
const statuses: readonly DeviceStatus[] = ['online', 'offline', 'scheduled'];

/** Anything unknown in the URL reads as the default. */
export function readView(query: URLSearchParams): DeviceView {
  return {
    mode: query.get('view') === 'mosaic' ? 'mosaic' : 'list',
    search: query.get('q') ?? '',
    status: statuses.find((each) => each === query.get('status')) ?? null,
    model: query.get('model'),
    sort: sortKeys.find((each) => each === query.get('sort')) ?? 'tag',
    direction: query.get('dir') === 'desc' ? 'desc' : 'asc',
  };
}

/** Keeps parameters that aren't the view's; defaults leave no trace. */
export function writeView(query: URLSearchParams, change: Partial<DeviceView>): URLSearchParams {
  const view = { ...readView(query), ...change };
  const next = new URLSearchParams(query);
  const set = (key: string, value: string | null) => (value ? next.set(key, value) : next.delete(key));
  set('view', view.mode === 'mosaic' ? 'mosaic' : null);
  set('q', view.search || null);
  set('status', view.status);
  set('model', view.model);
  set('sort', view.sort === 'tag' ? null : view.sort);
  set('dir', view.direction === 'desc' ? 'desc' : null);
  return next;
}

/** A phone that opens later is `scheduled`, whatever else is said of it (spec-decisions 16). */
export function statusOf(device: Device): DeviceStatus {
  return device.assignment_state === 'scheduled' ? 'scheduled' : device.connection_state;
}

/** The first stream mapping's end, in ms; null without one. */
export function expiryOf(device: Device): number | null {
  const expiresAt = device.stream_mappings[0]?.expires_at;
  return expiresAt ? Date.parse(expiresAt) : null;
}

export type Counters = {
  total: number;
  online: number;
  offline: number;
  assigned: number;
  scheduled: number;
};

export function countDevices(devices: readonly Device[]): Counters {
  const count = (isCounted: (device: Device) => boolean) => devices.filter(isCounted).length;
  return {
    total: devices.length,
    online: count((device) => statusOf(device) === 'online'),
    offline: count((device) => statusOf(device) === 'offline'),
    assigned: count((device) => device.user_id !== null),
    scheduled: count((device) => statusOf(device) === 'scheduled'),
  };
}

export function applyView(devices: readonly Device[], view: DeviceView): Device[] {
  const words = view.search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = devices.filter((device) => {
    const text = `${device.tag} ${device.model} ${device.label ?? ''}`.toLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      (view.status === null || statusOf(device) === view.status) &&
      (view.model === null || device.model === view.model)
    );
  });
  const sign = view.direction === 'desc' ? -1 : 1;
  return shown.sort((a, b) => sign * compareBy[view.sort](a, b) || byTag(a, b));
}

const byTag = (a: Device, b: Device) => a.tag.localeCompare(b.tag, 'en', { numeric: true });
const compareBy: Record<SortKey, (a: Device, b: Device) => number> = {
  tag: byTag,
  model: (a, b) => a.model.localeCompare(b.model, 'en', { numeric: true }),
  time: (a, b) => sortable(expiryOf(a)) - sortable(expiryOf(b)),
  status: (a, b) => statuses.indexOf(statusOf(a)) - statuses.indexOf(statusOf(b)),
  battery: (a, b) => (a.battery_state ?? -1) - (b.battery_state ?? -1),
};

/** Finite, so that two open-ended phones compare as equal. */
const sortable = (expiresAtMs: number | null) => expiresAtMs ?? Number.MAX_SAFE_INTEGER;
