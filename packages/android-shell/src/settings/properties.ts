import type { PhoneModel } from '@pocketfleet/phone-parts';
import { z } from 'zod';
import { openStored } from '../files/state-file.ts';
import fixedProperties from './fixed-properties.json' with { type: 'json' };

const MAX_VALUE_BYTES = 92;

/** Android's system properties: `ro.` can't be changed, `persist.` survives a reboot, the rest doesn't. */
export function createProperties(model: PhoneModel, hostPath: string) {
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
    get: (key: string) => values.get(key),
    entries: () => [...values].sort(([a], [b]) => (a < b ? -1 : 1)),
    /** False if shell may not set the property. */
    set(key: string, value: string) {
      if (!SETTABLE.test(key) || Buffer.byteLength(value) >= MAX_VALUE_BYTES) return false;
      values.set(key, value);
      if (key.startsWith('persist.')) persistent.replace({ ...persistent.value, [key]: value });
      return true;
    },
    /** Resets all properties that are not persistent, as a reboot does. */
    reset,
    wipe() {
      persistent.replace({});
      reset();
    },
  };
}

export type Properties = ReturnType<typeof createProperties>;

// SELinux allows shell to set only these (system/sepolicy private/property_contexts and shell.te).
const SETTABLE =
  /^(?:debug|log|shell|persist\.debug)\.|^(?:persist\.log\.tag|persist\.sys\.locale|sys\.powerctl)/;

function buildProperties(model: PhoneModel): Record<string, string> {
  const brand = model.manufacturer.toLowerCase();
  const buildId = model.apiLevel >= 35 ? 'AP4A.250205.002' : 'AP2A.240805.005';
  return {
    ...fixedProperties,
    'ro.product.model': model.model,
    'ro.product.brand': brand,
    'ro.product.manufacturer': model.manufacturer,
    'ro.product.name': model.device,
    'ro.product.device': model.device,
    'ro.build.id': buildId,
    'ro.build.version.release': model.androidVersion,
    'ro.build.version.sdk': String(model.apiLevel),
    'ro.build.fingerprint': `${brand}/${model.device}/${model.device}:${model.androidVersion}/${buildId}/12345678:user/release-keys`,
    'ro.serialno': model.serial,
    'ro.boot.serialno': model.serial,
    'ro.sf.lcd_density': String(model.density),
    ...(model.marketingName === undefined ? {} : { 'ro.product.marketname': model.marketingName }),
  };
}
