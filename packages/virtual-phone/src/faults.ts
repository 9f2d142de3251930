import type { LinkQuality } from '@pocketfleet/adb-device';
import type { Battery } from '@pocketfleet/android-shell';

/** Faults of a phone, for tests and the bench. They can be changed while the phone runs. */
export interface Faults {
  /** Nothing listens, as when the cable is unplugged. */
  unplugged: boolean;
  /** The phone accepts connections, but adbd doesn't reply. */
  offline: boolean;
  /** No host is authorized; waiting hosts are authorized when the fault ends. */
  unauthorized: boolean;
  /** Bytes per second in each direction; null is unlimited. */
  linkBytesPerSecond: number | null;
  /** 0-100; null is the normal level. */
  batteryLevel: number | null;
  fullStorage: boolean;
  /** How long a reboot takes; null is the normal time. */
  rebootMs: number | null;
  /** Running and new video encoders deliver nothing until the fault ends. */
  encoderFrozen: boolean;
  /** Video encoders refuse pictures with a longer side of more pixels than this; null refuses none. */
  encoderMaxSide: number | null;
  /** Another app holds the phone's sound: new streams get none. */
  audioTaken: boolean;
  /** New streams replay a recording, which needs almost no CPU. */
  recorded: boolean;
  /** Shell can't remove files, apps and users, as with a failing disk or a device administrator. */
  keepsResidue: boolean;
  /** How the screen reader or the typing keyboard of agent-device fails; null is not at all. */
  screenReader: ScreenReaderFault | null;
}

export const SCREEN_READER_FAULTS = [
  'never_connected',
  'slow',
  'incomplete',
  'truncated',
  'cut_off',
  'wrong_request',
  'silent',
  'stale',
  'control_characters',
  'endless',
  'typing_lost',
] as const;
export type ScreenReaderFault = (typeof SCREEN_READER_FAULTS)[number];

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
  screenReader: null,
};

/** Validates the body of a control request. Returns an error text for unknown names and values of a wrong type. */
export function parseFaults(value: unknown): Partial<Faults> | string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'faults must be an object';
  for (const [name, fault] of Object.entries(value)) {
    if (!Object.hasOwn(NO_FAULTS, name)) return `unknown fault: ${name}`;
    if (name === 'screenReader') {
      if (fault === null || SCREEN_READER_FAULTS.includes(fault as ScreenReaderFault)) continue;
      return `${name} must be null or one of ${SCREEN_READER_FAULTS.join(', ')}`;
    }
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
