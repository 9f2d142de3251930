import type { PhoneModel, SettingsStore } from '@pocketfleet/phone-parts';
import { z } from 'zod';
import { openStored } from '../files/state-file.ts';
import { realSizeSettings } from './real-size-settings.ts';
import { keepOfUsers, type Users } from './users.ts';

export type SettingsNamespace = 'global' | 'system' | 'secure';
const textsSchema = z.record(z.string(), z.string());
const userSchema = z.object({ system: textsSchema, secure: textsSchema });
const schema = z.object({ global: textsSchema, users: z.record(z.string(), userSchema) });
type Texts = Readonly<Record<string, string>>;
type UserSettings = Readonly<Record<'system' | 'secure', Texts>>;
interface State {
  readonly global: Texts;
  readonly users: Readonly<Record<string, UserSettings>>;
}

/** Without `user`, the user in front is meant. Global settings belong to the whole phone. */
export interface StoredSettings extends SettingsStore {
  get(namespace: SettingsNamespace, key: string, user?: number): string | undefined;
  set(namespace: SettingsNamespace, key: string, value: string | undefined, user?: number): void;
  entries(namespace: SettingsNamespace, user?: number): [string, string][];
  wipe(): void;
}

/** Android's settings provider. Each change is on disk before the listeners hear of it. */
export function createSettings(model: PhoneModel, hostPath: string, users: Users): StoredSettings {
  const stored = openStored<State>(hostPath, schema, () => ({ global: globalBaseline(model), users: {} }));
  const listeners = new Set<(namespace: string, key: string) => void>();
  let front = users.current;

  const valuesOf = (from: State, namespace: SettingsNamespace, user: number): Texts => {
    if (namespace === 'global') return from.global;
    const own = Object.hasOwn(from.users, user) ? from.users[user] : undefined;
    return (own ?? userBaseline(model, user))[namespace];
  };
  /** Notifies of each difference that the user in front sees. */
  const notify = (before: State, userBefore: number) => {
    for (const namespace of ['global', 'system', 'secure'] as const) {
      const old = valuesOf(before, namespace, userBefore);
      const now = valuesOf(stored.value, namespace, front);
      for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
        if (old[key] === now[key]) continue;
        for (const listener of [...listeners]) listener(namespace, key);
      }
    }
  };
  users.onChange(() => {
    const before = stored.value;
    const userBefore = front;
    front = users.current;
    const kept = keepOfUsers(stored.value.users, users, (user) => user);
    if (kept !== stored.value.users) stored.replace({ ...stored.value, users: kept });
    notify(before, userBefore);
  });

  return {
    get: (namespace, key, user = users.current) => valuesOf(stored.value, namespace, user)[key],
    set(namespace, key, value, user = users.current) {
      const values = valuesOf(stored.value, namespace, user);
      if (values[key] === value) return;
      const { [key]: _old, ...rest } = values;
      const next = value === undefined ? rest : { ...rest, [key]: value };
      if (namespace === 'global') stored.replace({ ...stored.value, global: next });
      else {
        const own = stored.value.users[user] ?? userBaseline(model, user);
        stored.replace({
          ...stored.value,
          users: { ...stored.value.users, [user]: { ...own, [namespace]: next } },
        });
      }
      if (namespace !== 'global' && user !== users.current) return;
      for (const listener of [...listeners]) listener(namespace, key);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    entries: (namespace, user = users.current) =>
      Object.entries(valuesOf(stored.value, namespace, user)).sort(([a], [b]) => (a < b ? -1 : 1)),
    wipe() {
      const before = stored.value;
      stored.replace({ global: globalBaseline(model), users: {} });
      notify(before, front);
    },
  };
}

function globalBaseline(model: PhoneModel): Texts {
  return {
    adb_enabled: '1',
    airplane_mode_on: '0',
    animator_duration_scale: '1.0',
    auto_time: '1',
    auto_time_zone: '1',
    bluetooth_on: '1',
    boot_count: '1',
    development_settings_enabled: '1',
    // Our team names each phone by the tag on its back; the agent reports that name to the control plane.
    device_name: model.tag,
    device_provisioned: '1',
    mobile_data: '1',
    // Our phones are set up so before they come into the rack: customers see nothing while the display is off.
    stay_on_while_plugged_in: '7',
    transition_animation_scale: '1.0',
    wifi_on: '1',
    window_animation_scale: '1.0',
    ...(model.isRealSize === true ? realSizeSettings : {}),
  };
}

function userBaseline(model: PhoneModel, user: number): UserSettings {
  return {
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
      android_id: androidId(user === 0 ? model.serial : `${model.serial}/${user}`),
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

/** 16 hexadecimal digits that differ between phones and users, and stay the same for one. */
function androidId(serial: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(serial)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
