// Reads a phone's facts over adb. A tenant's shell can change most of them, so the phone's identity is made only of
// properties that no shell can write (decision 023).
import { createHash } from 'node:crypto';
import { deviceReport } from '@pocketfleet/contract';
import type { Adb } from '@yume-chan/adb';
import type { z } from 'zod';
import { runCommands } from './run-commands.ts';

const factsShape = deviceReport.omit({ state: true, reason: true });
const healthShape = factsShape.pick({
  battery_level: true,
  battery_temperature_tenths: true,
  charging: true,
  storage_free_bytes: true,
});
export type DeviceFacts = z.infer<typeof factsShape>;
export type Health = z.infer<typeof healthShape>;

/** Free storage changes all the time; it is rounded to these steps, so that small changes are not reported. */
const storageStepBytes = 64 * 1024 * 1024;

const identityProperties = [
  'ro.serialno',
  'ro.product.device',
  'ro.product.model',
  // Boot loaders set these, differently for each maker. They distinguish two phones that have the same serial.
  'ro.boot.em.did',
  'ro.boot.cpuid',
  'ro.boot.uid',
  'ro.boot.wifimacaddr',
  'ro.boot.btmacaddr',
] as const;

/** The name on the box. Android has no property for it, but some makers add one. */
const marketingProperties = [
  'ro.product.marketname',
  'ro.config.marketing_name',
  'ro.vendor.oplus.market.name',
  'ro.vivo.market.name',
] as const;

const otherProperties = [
  'ro.product.manufacturer',
  'ro.build.version.release',
  'ro.build.version.sdk',
] as const;

const properties = [...identityProperties, ...marketingProperties, ...otherProperties];
type Property = (typeof properties)[number];

/**
 * Returns the phone's facts, and an id that changes at each boot. Rejects when the phone does not answer within
 * `timeoutMs` or a fact is not valid.
 */
export async function readDeviceFacts(
  adb: Adb,
  timeoutMs: number,
): Promise<{ facts: DeviceFacts; bootId: string }> {
  const commands = [
    'cat /proc/sys/kernel/random/boot_id 2>/dev/null',
    'settings get global device_name',
    'wm size',
    ...properties.map((property) => `getprop ${property}`),
  ];
  const [bootId = '', name = '', size = '', ...values] = await runCommands(adb, commands, timeoutMs);
  const read = (property: Property): string => values[properties.indexOf(property)] ?? '';
  // "Override size" is left out: a tenant can set it.
  const screen = /^Physical size: (\d+)x(\d+)/m.exec(size);
  const marketingName = marketingProperties.map(read).find((value) => value !== '');
  const parsed = factsShape.safeParse({
    identity: createHash('sha256')
      .update(JSON.stringify(identityProperties.map(read)))
      .digest('hex'),
    serial: read('ro.serialno').slice(0, 128),
    tag_hint: /^[A-Z]{2,4}-\d{1,6}$/.test(name) ? name : null,
    model: read('ro.product.model').slice(0, 100),
    marketing_name: marketingName?.slice(0, 100) ?? null,
    manufacturer: read('ro.product.manufacturer').slice(0, 100),
    android_version: read('ro.build.version.release').slice(0, 32),
    api_level: Number(read('ro.build.version.sdk')),
    screen_width: Number(screen?.[1]),
    screen_height: Number(screen?.[2]),
    ...(await readHealth(adb, timeoutMs)),
  });
  if (!parsed.success) throw new Error(`the phone gave no valid ${parsed.error.issues[0]?.path.join('.')}`);
  return { facts: parsed.data, bootId };
}

/** A cheap request, which also proves that the phone still answers. A value that is not valid is null. */
export async function readHealth(adb: Adb, timeoutMs: number): Promise<Health> {
  const [battery, storage] = await runCommands(adb, ['dumpsys battery', 'df /data'], timeoutMs);
  return parseHealth(battery ?? '', storage ?? '');
}

/** From `dumpsys battery` and `df /data`. A tenant can fake the battery (`dumpsys battery set`). */
export function parseHealth(battery: string, storage: string): Health {
  const number = (key: string): number | null => {
    const match = new RegExp(`^\\s*${key}: (-?\\d+)`, 'm').exec(battery);
    return match ? Number(match[1]) : null;
  };
  const status = number('status');
  const free = /\s\d+\s+\d+\s+(\d+)\s+\d+%/.exec(storage);
  const freeBytes = free ? Number(free[1]) * 1024 : null;
  return {
    battery_level: orNull(healthShape.shape.battery_level, number('level')),
    battery_temperature_tenths: orNull(healthShape.shape.battery_temperature_tenths, number('temperature')),
    // BatteryManager.BATTERY_STATUS_CHARGING and _FULL.
    charging: status === null ? null : status === 2 || status === 5,
    storage_free_bytes: orNull(
      healthShape.shape.storage_free_bytes,
      freeBytes === null ? null : Math.floor(freeBytes / storageStepBytes) * storageStepBytes,
    ),
  };
}

function orNull(shape: z.ZodType<number | null>, value: number | null): number | null {
  return shape.safeParse(value).data ?? null;
}
