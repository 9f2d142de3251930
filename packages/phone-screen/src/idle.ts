import type { BatteryState, SettingsStore } from '@pocketfleet/phone-parts';
import type { Power } from './power.ts';

/** Turns the display off when there was no input for the time of the setting. */
export interface Idle {
  /** Must be called on each input. */
  noteActivity(): void;
  stop(): void;
}

export interface IdleDeps {
  readonly settings: Pick<SettingsStore, 'get' | 'onChange'>;
  readonly battery: BatteryState;
  readonly power: Pick<Power, 'on' | 'set'>;
}

/** The shortest timeout of PowerManagerService. */
const MIN_TIMEOUT_MS = 10_000;
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

export function createIdle({ settings, battery, power }: IdleDeps): Idle {
  let timer: NodeJS.Timeout | undefined;

  const arm = () => {
    clearTimeout(timer);
    const timeoutMs = Number(settings.get('system', 'screen_off_timeout') ?? MAX_TIMEOUT_MS);
    if (!Number.isFinite(timeoutMs)) return;
    timer = setTimeout(expire, Math.min(MAX_TIMEOUT_MS, Math.max(MIN_TIMEOUT_MS, timeoutMs)));
    timer.unref();
  };
  const expire = () => {
    const staysOn = battery.charging && Number(settings.get('global', 'stay_on_while_plugged_in') ?? 0) > 0;
    if (power.on && !staysOn) power.set(false);
    arm();
  };
  const unwatch = settings.onChange((_namespace, key) => {
    if (key === 'screen_off_timeout' || key === 'stay_on_while_plugged_in') arm();
  });
  arm();
  return {
    noteActivity: arm,
    stop() {
      unwatch();
      clearTimeout(timer);
    },
  };
}
