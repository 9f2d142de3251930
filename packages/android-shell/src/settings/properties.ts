import type { PhoneModel } from '@pocketfleet/phone-parts';
import { z } from 'zod';
import { openStored } from '../files/state-file.ts';

const MAX_VALUE_BYTES = 92;

/** Android's system properties: `ro.` can't be changed, `persist.` survives a reboot, the rest doesn't. */
export interface Properties {
  get(key: string): string | undefined;
  entries(): [string, string][];
  /** False if shell may not set the property. */
  set(key: string, value: string): boolean;
  /** Resets all properties that are not persistent, as a reboot does. */
  reset(): void;
  wipe(): void;
}

export function createProperties(model: PhoneModel, hostPath: string): Properties {
  const fixed = buildProperties(model);
  const persistent = openStored<Readonly<Record<string, string>>>(
    hostPath,
    z.record(z.string(), z.string()),
    () => ({}),
  );
  const load = () => new Map([...Object.entries(fixed), ...Object.entries(persistent.value)]);
  let values = load();
  const reset = () => {
    values = load();
  };
  return {
    get: (key) => values.get(key),
    entries: () => [...values].sort(([a], [b]) => (a < b ? -1 : 1)),
    set(key, value) {
      if (!isSettableByShell(key) || Buffer.byteLength(value) >= MAX_VALUE_BYTES) return false;
      values.set(key, value);
      if (key.startsWith('persist.')) persistent.replace({ ...persistent.value, [key]: value });
      return true;
    },
    reset,
    wipe() {
      persistent.replace({});
      reset();
    },
  };
}

// SELinux allows shell to set only these prefixes (system/sepolicy private/property_contexts and shell.te).
const SHELL_PREFIXES = [
  'debug.',
  'log.',
  'persist.log.tag',
  'persist.debug.',
  'persist.sys.locale',
  'sys.powerctl',
  'shell.',
];

function isSettableByShell(key: string): boolean {
  return SHELL_PREFIXES.some((prefix) => key.startsWith(prefix));
}

function buildProperties(model: PhoneModel): Record<string, string> {
  const brand = model.manufacturer.toLowerCase();
  const buildId = model.apiLevel >= 35 ? 'AP4A.250205.002' : 'AP2A.240805.005';
  return {
    'ro.product.model': model.model,
    'ro.product.brand': brand,
    'ro.product.manufacturer': model.manufacturer,
    'ro.product.name': model.device,
    'ro.product.device': model.device,
    'ro.product.cpu.abi': 'arm64-v8a',
    'ro.product.cpu.abilist': 'arm64-v8a,armeabi-v7a,armeabi',
    'ro.product.locale': 'en-US',
    'ro.build.id': buildId,
    'ro.build.version.release': model.androidVersion,
    'ro.build.version.sdk': String(model.apiLevel),
    'ro.build.version.security_patch': '2025-02-05',
    'ro.build.type': 'user',
    'ro.build.fingerprint': `${brand}/${model.device}/${model.device}:${model.androidVersion}/${buildId}/12345678:user/release-keys`,
    'ro.build.characteristics': 'nosdcard',
    'ro.debuggable': '0',
    'ro.secure': '1',
    'ro.adb.secure': '1',
    'ro.serialno': model.serial,
    'ro.boot.serialno': model.serial,
    'ro.sf.lcd_density': String(model.density),
    'sys.boot_completed': '1',
    'dev.bootcomplete': '1',
    ...(model.marketingName === undefined ? {} : { 'ro.product.marketname': model.marketingName }),
    'persist.sys.timezone': 'UTC',
    'persist.sys.locale': 'en-US',
    'wifi.interface': 'wlan0',
  };
}
