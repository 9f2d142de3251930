// What a phone says about itself over adb. Facts that make its identity never change over its life; serials
// may collide between phones (facts/streaming-lessons.md), so more than the serial goes in.
import { createHash } from 'node:crypto';
import type { DeviceReport } from '@pocketfleet/contract';
import type { Adb } from '@yume-chan/adb';

export type DeviceFacts = Omit<DeviceReport, 'state' | 'reason'>;
export type Health = Pick<
  DeviceReport,
  'battery_level' | 'battery_temperature_tenths' | 'charging' | 'storage_free_bytes'
>;

const separator = '@@pocketfleet@@';
const questions = [
  'getprop ro.serialno',
  'getprop ro.product.model',
  'getprop ro.product.device',
  'getprop ro.product.manufacturer',
  'getprop ro.build.version.release',
  'getprop ro.build.version.sdk',
  'settings get secure android_id',
  'settings get global device_name',
  'wm size',
];

/** Everything about the phone. Rejects when it does not answer within `limitMs` or makes no sense. */
export async function readDeviceFacts(adb: Adb, limitMs: number): Promise<DeviceFacts> {
  const [serial, model, device, manufacturer, release, sdk, androidId, name, size] = await ask(
    adb,
    questions,
    limitMs,
  );
  const screen = /(?:Override size: (\d+)x(\d+))/.exec(size ?? '') ?? /(\d+)x(\d+)/.exec(size ?? '');
  const apiLevel = Number(sdk);
  if (!screen || !Number.isInteger(apiLevel) || apiLevel < 1) throw new Error('the phone gave no facts');
  const identity = createHash('sha256')
    .update(JSON.stringify([serial, device, model, androidId]))
    .digest('hex');
  return {
    identity,
    serial: (serial ?? '').slice(0, 128),
    tag_hint: /^[A-Z]{2,4}-\d{1,6}$/.test(name ?? '') ? (name ?? null) : null,
    model: (model ?? '').slice(0, 100),
    manufacturer: (manufacturer ?? '').slice(0, 100),
    android_version: (release ?? '').slice(0, 32),
    api_level: apiLevel,
    screen_width: Number(screen[1]),
    screen_height: Number(screen[2]),
    ...(await readHealth(adb, limitMs)),
  };
}

/** The cheap check that also proves that the phone still answers. */
export async function readHealth(adb: Adb, limitMs: number): Promise<Health> {
  const [battery, storage] = await ask(adb, ['dumpsys battery', 'df /data'], limitMs);
  const number = (key: string): number | null => {
    const match = new RegExp(`^\\s*${key}: (-?\\d+)`, 'm').exec(battery ?? '');
    return match ? Number(match[1]) : null;
  };
  const level = number('level');
  const temperature = number('temperature');
  const status = number('status');
  const free = /\s\d+\s+\d+\s+(\d+)\s+\d+%/.exec(storage ?? '');
  return {
    battery_level: level !== null && level >= 0 && level <= 100 ? level : null,
    battery_temperature_tenths: temperature !== null && Math.abs(temperature) <= 1000 ? temperature : null,
    // BatteryManager.BATTERY_STATUS_CHARGING and _FULL.
    charging: status === null ? null : status === 2 || status === 5,
    storage_free_bytes: free ? Number(free[1]) * 1024 : null,
  };
}

async function ask(adb: Adb, commands: readonly string[], limitMs: number): Promise<string[]> {
  const signal = AbortSignal.timeout(limitMs);
  const script = commands.join(`; echo ${separator}; `);
  const output = await Promise.race([
    adb.subprocess.noneProtocol.spawnWaitText(script),
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error('the phone does not answer')), { once: true });
    }),
  ]);
  return output.split(separator).map((answer) => answer.trim());
}
