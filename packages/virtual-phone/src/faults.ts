import type { LinkQuality } from '@pocketfleet/adb-device';
import type { Battery } from '@pocketfleet/android-shell';
import { z } from 'zod';

const screenReaderFaults = [
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
export type ScreenReaderFault = (typeof screenReaderFaults)[number];

const amount = z.number().nonnegative().nullable();

const schema = z.strictObject({
  /** Nothing listens, as when the cable is unplugged. */
  unplugged: z.boolean(),
  /** The phone accepts connections, but adbd doesn't reply. */
  offline: z.boolean(),
  /** No host is authorized; waiting hosts are authorized when the fault ends. */
  unauthorized: z.boolean(),
  /** Bytes per second in each direction; null is unlimited. */
  linkBytesPerSecond: amount,
  /** 0-100; null is the normal level. */
  batteryLevel: amount,
  fullStorage: z.boolean(),
  /** How long a reboot takes; null is the normal time. */
  rebootMs: amount,
  /** Running and new video encoders deliver nothing until the fault ends. */
  encoderFrozen: z.boolean(),
  /** Video encoders refuse pictures with a longer side of more pixels than this; null refuses none. */
  encoderMaxSide: amount,
  /** Another app holds the phone's sound: new streams get none. */
  audioTaken: z.boolean(),
  /** New streams replay a recording, which needs almost no CPU. */
  recorded: z.boolean(),
  /** Shell can't remove files, apps and users, as with a failing disk or a device administrator. */
  keepsResidue: z.boolean(),
  /** The phone refuses each install, as with a maker's setting or a device policy. */
  forbidsInstalls: z.boolean(),
  /** How the screen reader or the typing keyboard of agent-device fails; null is not at all. */
  screenReader: z.enum(screenReaderFaults).nullable(),
  /** How much longer each capture of the screen reader takes; null is nothing. */
  screenReaderDelayMs: amount,
  /** The app in front forbids pictures of its window, as banks' apps do. */
  secureWindow: z.boolean(),
});

/** Faults of a phone, for tests and the bench. They can be changed while the phone runs. */
export type Faults = z.infer<typeof schema>;

/** Each switch is off, and each amount is null. */
export const NO_FAULTS = Object.fromEntries(
  Object.entries(schema.shape).map(([name, type]) => [name, type instanceof z.ZodBoolean ? false : null]),
) as Readonly<Faults>;

/** Validates the body of a control request. Returns the reason why a body is refused. */
export function parseFaults(value: unknown): Partial<Faults> | string {
  const parsed = schema.partial().safeParse(value);
  return parsed.success ? (parsed.data as Partial<Faults>) : z.prettifyError(parsed.error);
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
