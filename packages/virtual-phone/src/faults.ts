import type { LinkQuality } from '@pocketfleet/adb-device';
import type { Battery } from '@pocketfleet/android-shell';

/** What can be wrong with a phone, for tests and for the bench. Everything can be changed while it runs. */
export interface Faults {
  /** The cable is out: nothing listens. */
  unplugged: boolean;
  /** Connected, but adbd doesn't answer. */
  offline: boolean;
  /** Debugging isn't allowed for any host; a host that has asked is let in when this ends. */
  unauthorized: boolean;
  /** Bytes per second in each direction; null is the normal speed. */
  linkBytesPerSecond: number | null;
  /** 0-100; null is the normal level. */
  batteryLevel: number | null;
  fullStorage: boolean;
  /** How long a reboot takes; null is the normal time. */
  rebootMs: number | null;
  /** Video encoders stop answering, those started later as well, until this ends. */
  encoderFrozen: boolean;
  /** Video encoders refuse pictures whose longer side has more pixels than this; null refuses none. */
  encoderMaxSide: number | null;
  /** Another app has the phone's sound: streams started from now on get none. */
  audioTaken: boolean;
  /** Streams started from now on replay a recording of the phone and cost next to nothing. */
  recorded: boolean;
  /** Files, apps and users cannot be removed by shell, as with a failing disk or a device administrator. */
  keepsResidue: boolean;
}

export const NO_FAULTS: Readonly<Faults> = {
  unplugged: false,
  offline: false,
  unauthorized: false,
  linkBytesPerSecond: null,
  batteryLevel: null,
  fullStorage: false,
  rebootMs: null,
  encoderFrozen: false,
  encoderMaxSide: null,
  audioTaken: false,
  recorded: false,
  keepsResidue: false,
};

/** Checks what a control request brings. Unknown names and values of a wrong kind are refused with a reason. */
export function parseFaults(value: unknown): Partial<Faults> | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'faults must be an object';
  for (const [name, fault] of Object.entries(value)) {
    if (!Object.hasOwn(NO_FAULTS, name)) return `unknown fault: ${name}`;
    const isFlag = typeof NO_FAULTS[name as keyof Faults] === 'boolean';
    if (isFlag && typeof fault !== 'boolean') return `${name} must be true or false`;
    if (!isFlag && fault !== null && !(typeof fault === 'number' && Number.isFinite(fault) && fault >= 0)) {
      return `${name} must be null or a number that is not negative`;
    }
  }
  return value as Partial<Faults>;
}

export function applyLink(faults: Faults, quality: LinkQuality): void {
  quality.frozen = faults.offline;
  quality.bytesPerSecond = faults.linkBytesPerSecond ?? undefined;
}

const NORMAL_LEVEL = 87;

export function applyBattery(faults: Faults, battery: Battery): void {
  battery.measure({
    level: Math.min(100, Math.round(faults.batteryLevel ?? NORMAL_LEVEL)),
    charging: faults.batteryLevel === null,
  });
}
