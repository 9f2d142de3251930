import type { BatteryState } from '@pocketfleet/phone-parts';

/** What `dumpsys battery set` takes, as whole numbers. */
export const BATTERY_FIELDS = [
  'ac',
  'usb',
  'wireless',
  'dock',
  'status',
  'level',
  'temp',
  'present',
  'counter',
  'invalid',
] as const;
export type BatteryField = (typeof BATTERY_FIELDS)[number];

/** The battery that everybody on the phone sees: the real one, or what shell makes of it until a reset or restart. */
export interface Battery {
  readonly state: BatteryState;
  /** False while the phone follows its real battery. */
  readonly isForced: boolean;
  get(field: BatteryField): number;
  force(changes: Partial<Record<BatteryField, number>>): void;
  reset(): void;
  /** The real one has changed. */
  measure(real: Pick<BatteryState, 'level' | 'charging'>): void;
}

/** android.os.BatteryManager. */
const STATUS = { charging: 2, discharging: 3, full: 5 } as const;

export function createBattery(): Battery {
  const real: BatteryState = { level: 0, charging: true, temperatureTenths: 274 };
  const state: BatteryState = { ...real };
  let forced: Partial<Record<BatteryField, number>> | undefined;

  const get = (field: BatteryField): number => forced?.[field] ?? measured(field, real);
  const apply = () => {
    state.level = get('level');
    state.temperatureTenths = get('temp');
    // As BatteryService does: what counts is a plug.
    state.charging = (['ac', 'usb', 'wireless', 'dock'] as const).some((plug) => get(plug) !== 0);
  };
  return {
    state,
    get isForced() {
      return forced !== undefined;
    },
    get,
    force(changes) {
      // All values are kept as they are now, as Android does, so that the real battery moves none of them.
      forced = { ...Object.fromEntries(BATTERY_FIELDS.map((field) => [field, get(field)])), ...changes };
      apply();
    },
    reset() {
      forced = undefined;
      apply();
    },
    measure(now) {
      Object.assign(real, now);
      apply();
    },
  };
}

function measured(field: BatteryField, { level, charging, temperatureTenths }: BatteryState): number {
  switch (field) {
    case 'usb':
      return charging ? 1 : 0;
    case 'present':
      return 1;
    case 'level':
      return level;
    case 'temp':
      return temperatureTenths;
    case 'counter':
      return 43_900 * level;
    case 'status':
      if (!charging) return STATUS.discharging;
      return level >= 100 ? STATUS.full : STATUS.charging;
    default:
      return 0;
  }
}
