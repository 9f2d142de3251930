import { readState, writeState } from '../files/state-file.ts';
import type { PhoneModel, SettingsStore } from '../phone-parts.ts';

export type SettingsNamespace = 'global' | 'system' | 'secure';
type Values = Record<SettingsNamespace, Record<string, string>>;

export interface StoredSettings extends SettingsStore {
  entries(namespace: SettingsNamespace): [string, string][];
  wipe(): void;
}

const NAMESPACES = ['global', 'system', 'secure'] as const;

/** The settings provider. Every change is on disk before it is announced. */
export function createSettings(model: PhoneModel, hostPath: string): StoredSettings {
  let values = readState(hostPath, checkValues) ?? baseline(model);
  const listeners = new Set<(namespace: string, key: string) => void>();
  return {
    get: (namespace, key) => values[namespace][key],
    set(namespace, key, value) {
      if (values[namespace][key] === value) return;
      const { [key]: _old, ...rest } = values[namespace];
      values = { ...values, [namespace]: value === undefined ? rest : { ...rest, [key]: value } };
      writeState(hostPath, values);
      for (const listener of listeners) listener(namespace, key);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    entries: (namespace) => Object.entries(values[namespace]).sort(([a], [b]) => (a < b ? -1 : 1)),
    wipe() {
      const before = values;
      values = baseline(model);
      writeState(hostPath, values);
      for (const namespace of NAMESPACES) {
        const keys = new Set([...Object.keys(before[namespace]), ...Object.keys(values[namespace])]);
        for (const key of keys) {
          if (before[namespace][key] !== values[namespace][key]) {
            for (const listener of listeners) listener(namespace, key);
          }
        }
      }
    },
  };
}

function checkValues(value: unknown): Values | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const record = value as Record<string, unknown>;
  const whole = NAMESPACES.every((name) => {
    const part = record[name];
    return (
      typeof part === 'object' &&
      part !== null &&
      Object.values(part).every((text) => typeof text === 'string')
    );
  });
  return whole ? (value as Values) : undefined;
}

function baseline(model: PhoneModel): Values {
  return {
    global: {
      adb_enabled: '1',
      airplane_mode_on: '0',
      animator_duration_scale: '1.0',
      auto_time: '1',
      auto_time_zone: '1',
      bluetooth_on: '1',
      development_settings_enabled: '1',
      // Our staff name a phone by the tag on its back; the agent offers that name to the control plane.
      device_name: model.tag,
      device_provisioned: '1',
      mobile_data: '1',
      stay_on_while_plugged_in: '0',
      transition_animation_scale: '1.0',
      wifi_on: '1',
      window_animation_scale: '1.0',
    },
    system: {
      accelerometer_rotation: '1',
      font_scale: '1.0',
      haptic_feedback_enabled: '1',
      screen_brightness: '102',
      screen_brightness_mode: '1',
      screen_off_timeout: '60000',
      show_touches: '0',
      time_12_24: '24',
      user_rotation: '0',
      volume_music: '5',
      volume_ring: '5',
    },
    secure: {
      android_id: androidId(model.serial),
      bluetooth_name: model.model,
      default_input_method: 'com.android.inputmethod.latin/.LatinIME',
      enabled_input_methods: 'com.android.inputmethod.latin/.LatinIME',
      location_mode: '3',
      lockscreen_disabled: '0',
      show_ime_with_hard_keyboard: '0',
      skip_first_use_hints: '0',
      user_setup_complete: '1',
    },
  };
}

/** 16 hexadecimal digits that differ between phones and stay the same for one. */
function androidId(serial: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(serial)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
