// Search, filter and order of the devices list, with the whole state in the URL. Pure.
import type { Device } from '@pocketfleet/contract';

export type DeviceStatus = 'online' | 'offline' | 'scheduled';
export type DeviceView = {
  mode: 'list' | 'mosaic';
  search: string;
  status: DeviceStatus | null;
  model: string | null;
  /** Phones with the same label are a group. */
  label: string | null;
  /** The key of a column. The table sorts by its first column if it doesn't know the key. */
  sort: string;
  direction: 'asc' | 'desc';
};

/** In the order in which the list sorts them. */
export const deviceStatuses: readonly DeviceStatus[] = ['online', 'offline', 'scheduled'];

/** An unknown value in the URL reads as the default. */
export function readView(query: URLSearchParams): DeviceView {
  return {
    mode: query.get('view') === 'mosaic' ? 'mosaic' : 'list',
    search: query.get('q') ?? '',
    status: deviceStatuses.find((each) => each === query.get('status')) ?? null,
    model: query.get('model'),
    label: query.get('label'),
    sort: query.get('sort') ?? 'tag',
    direction: query.get('dir') === 'desc' ? 'desc' : 'asc',
  };
}

/** Keeps other parameters of the URL; defaults are left out. */
export function writeView(query: URLSearchParams, change: Partial<DeviceView>): URLSearchParams {
  const view = { ...readView(query), ...change };
  const next = new URLSearchParams(query);
  const set = (key: string, value: string | null) => (value ? next.set(key, value) : next.delete(key));
  set('view', view.mode === 'mosaic' ? 'mosaic' : null);
  set('q', view.search || null);
  set('status', view.status);
  set('model', view.model);
  set('label', view.label);
  set('sort', view.sort === 'tag' ? null : view.sort);
  set('dir', view.direction === 'desc' ? 'desc' : null);
  return next;
}

/** A phone that opens later is `scheduled`, whatever its connection. */
export function statusOf(device: Device): DeviceStatus {
  return device.assignment_state === 'scheduled' ? 'scheduled' : device.connection_state;
}

/** The end of the first stream mapping, in ms; null without an end. */
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

/** The devices that match the search and the filters. */
export function filterDevices(
  devices: readonly Device[],
  view: Pick<DeviceView, 'search' | 'status' | 'model' | 'label'>,
): Device[] {
  const words = view.search.toLowerCase().split(/\s+/).filter(Boolean);
  return devices.filter((device) => {
    const text = `${device.tag} ${device.model} ${device.label ?? ''}`.toLowerCase();
    return (
      words.every((word) => text.includes(word)) &&
      (view.status === null || statusOf(device) === view.status) &&
      (view.model === null || device.model === view.model) &&
      (view.label === null || device.label === view.label)
    );
  });
}
