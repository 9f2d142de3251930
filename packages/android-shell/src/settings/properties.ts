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

function fingerprint(model: PhoneModel): string {
  const build = buildId(model);
  const brand = model.manufacturer.toLowerCase();
  return `${brand}/${model.device}/${model.device}:${model.androidVersion}/${build}/12345678:user/release-keys`;
}

function buildId(model: PhoneModel): string {
  return model.apiLevel >= 35
    ? 'AP4A.250205.002'
    : model.apiLevel >= 34
      ? 'AP2A.240805.005'
      : 'TQ3A.230901.001';
}

function buildProperties(model: PhoneModel): Record<string, string> {
  const brand = model.manufacturer.toLowerCase();
  return {
    'ro.product.model': model.model,
    'ro.product.brand': brand,
    'ro.product.manufacturer': model.manufacturer,
    'ro.product.name': model.device,
    'ro.product.device': model.device,
    'ro.product.board': model.device,
    'ro.product.cpu.abi': 'arm64-v8a',
    'ro.product.cpu.abilist': 'arm64-v8a,armeabi-v7a,armeabi',
    'ro.product.cpu.abilist64': 'arm64-v8a',
    'ro.product.cpu.abilist32': 'armeabi-v7a,armeabi',
    'ro.product.locale': 'en-US',
    'ro.build.id': buildId(model),
    'ro.build.display.id': `${buildId(model)} release-keys`,
    'ro.build.version.release': model.androidVersion,
    'ro.build.version.release_or_codename': model.androidVersion,
    'ro.build.version.sdk': String(model.apiLevel),
    'ro.build.version.codename': 'REL',
    'ro.build.version.security_patch': '2025-02-05',
    'ro.build.version.incremental': '12345678',
    'ro.build.type': 'user',
    'ro.build.tags': 'release-keys',
    'ro.build.fingerprint': fingerprint(model),
    'ro.build.characteristics': 'nosdcard',
    'ro.debuggable': '0',
    'ro.secure': '1',
    'ro.adb.secure': '1',
    'ro.serialno': model.serial,
    'ro.boot.serialno': model.serial,
    'ro.boot.hardware': model.device,
    'ro.hardware': model.device,
    'ro.sf.lcd_density': String(model.density),
    'ro.crypto.state': 'encrypted',
    'ro.crypto.type': 'file',
    'ro.boot.verifiedbootstate': 'green',
    'ro.boot.flash.locked': '1',
    'ro.zygote': 'zygote64_32',
    'sys.boot_completed': '1',
    'dev.bootcomplete': '1',
    ...(model.marketingName === undefined ? {} : { 'ro.product.marketname': model.marketingName }),
    'init.svc.adbd': 'running',
    'init.svc.zygote': 'running',
    'init.svc.bootanim': 'stopped',
    'service.bootanim.exit': '1',
    'persist.sys.timezone': 'UTC',
    'persist.sys.locale': 'en-US',
    'persist.sys.usb.config': 'adb',
    'sys.usb.config': 'adb',
    'sys.usb.state': 'adb',
    'gsm.sim.state': 'ABSENT',
    'gsm.operator.alpha': '',
    'wifi.interface': 'wlan0',
    'dalvik.vm.heapsize': '512m',
    'net.bt.name': 'Android',
  };
}
