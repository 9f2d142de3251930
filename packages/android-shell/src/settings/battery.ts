import type { BatteryState } from '@pocketfleet/phone-parts';

/** The fields that `dumpsys battery set` accepts. */
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

/** android.os.BatteryManager. */
const STATUS = { charging: 2, discharging: 3, full: 5 } as const;

/** The battery's state: the measured values, or shell's values until a reset or a restart. */
export function createBattery() {
  const real: BatteryState = { level: 0, charging: true, temperatureTenths: 274 };
  const state: BatteryState = { ...real };
  let forced: Record<BatteryField, number> | undefined;

  const get = (field: BatteryField): number => forced?.[field] ?? measured(real)[field];
  const apply = () => {
    state.level = get('level');
    state.temperatureTenths = get('temp');
    // As in Android's BatteryService, the phone charges while any plug is connected.
    state.charging = (['ac', 'usb', 'wireless', 'dock'] as const).some((plug) => get(plug) !== 0);
  };
  return {
    state,
    /** True when shell has replaced the measured values. */
    get isForced() {
      return forced !== undefined;
    },
    get,
    force(changes: Partial<Record<BatteryField, number>>) {
      // As in Android, all values freeze, not only the changed ones.
      forced = { ...(forced ?? measured(real)), ...changes };
      apply();
    },
    reset() {
      forced = undefined;
      apply();
    },
    /** Sets the measured values. */
    measure(now: Pick<BatteryState, 'level' | 'charging'>) {
      Object.assign(real, now);
      apply();
    },
  };
}

export type Battery = ReturnType<typeof createBattery>;

function measured({ level, charging, temperatureTenths }: BatteryState): Record<BatteryField, number> {
  const plugged = level >= 100 ? STATUS.full : STATUS.charging;
  return {
    ac: 0,
    usb: charging ? 1 : 0,
    wireless: 0,
    dock: 0,
    status: charging ? plugged : STATUS.discharging,
    level,
    temp: temperatureTenths,
    present: 1,
    counter: 43_900 * level,
    invalid: 0,
  };
}
