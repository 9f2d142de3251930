import type { PhoneModel, SettingsStore } from '@pocketfleet/phone-parts';
import { readState, writeState } from '../files/state-file.ts';
import { realSizeSettings } from './real-size-settings.ts';
import type { Users } from './users.ts';

export type SettingsNamespace = 'global' | 'system' | 'secure';
type Texts = Readonly<Record<string, string>>;
type UserSettings = Readonly<Record<'system' | 'secure', Texts>>;
interface State {
  readonly global: Texts;
  readonly users: Readonly<Record<string, UserSettings>>;
}

/** `user` is the one in front where it isn't given. Global settings are everybody's. */
export interface StoredSettings extends SettingsStore {
  get(namespace: SettingsNamespace, key: string, user?: number): string | undefined;
  set(namespace: SettingsNamespace, key: string, value: string | undefined, user?: number): void;
  entries(namespace: SettingsNamespace, user?: number): [string, string][];
  wipe(): void;
}

/** The settings provider: every Android user has its own. Every change is on disk before it is announced. */
export function createSettings(model: PhoneModel, hostPath: string, users: Users): StoredSettings {
  let state = readState(hostPath, checkState) ?? { global: globalBaseline(model), users: {} };
  const listeners = new Set<(namespace: string, key: string) => void>();
  let front = users.current;

  const valuesOf = (from: State, namespace: SettingsNamespace, user: number): Texts => {
    if (namespace === 'global') return from.global;
    const own = Object.hasOwn(from.users, user) ? from.users[user] : undefined;
    return (own ?? userBaseline(model, user))[namespace];
  };
  const store = (next: State) => {
    state = next;
    writeState(hostPath, state);
  };
  /** Announces what is different now for whoever is in front. */
  const announce = (before: State, userBefore: number) => {
    for (const namespace of ['global', 'system', 'secure'] as const) {
      const old = valuesOf(before, namespace, userBefore);
      const now = valuesOf(state, namespace, front);
      for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
        if (old[key] === now[key]) continue;
        for (const listener of [...listeners]) listener(namespace, key);
      }
    }
  };
  users.onChange(() => {
    const before = state;
    const userBefore = front;
    front = users.current;
    const ids = new Set(users.list().map(({ id }) => String(id)));
    const kept = Object.entries(state.users).filter(([id]) => ids.has(id));
    if (kept.length < Object.keys(state.users).length) store({ ...state, users: Object.fromEntries(kept) });
    announce(before, userBefore);
  });

  return {
    get: (namespace, key, user = users.current) => valuesOf(state, namespace, user)[key],
    set(namespace, key, value, user = users.current) {
      const values = valuesOf(state, namespace, user);
      if (values[key] === value) return;
      const { [key]: _old, ...rest } = values;
      const next = value === undefined ? rest : { ...rest, [key]: value };
      if (namespace === 'global') store({ ...state, global: next });
      else {
        const own = state.users[user] ?? userBaseline(model, user);
        store({ ...state, users: { ...state.users, [user]: { ...own, [namespace]: next } } });
      }
      if (namespace !== 'global' && user !== users.current) return;
      for (const listener of [...listeners]) listener(namespace, key);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    entries: (namespace, user = users.current) =>
      Object.entries(valuesOf(state, namespace, user)).sort(([a], [b]) => (a < b ? -1 : 1)),
    wipe() {
      const before = state;
      store({ global: globalBaseline(model), users: {} });
      announce(before, front);
    },
  };
}

function checkState(value: unknown): State | undefined {
  const state = value as Partial<State> | null;
  const whole =
    typeof state === 'object' &&
    state !== null &&
    isTexts(state.global) &&
    typeof state.users === 'object' &&
    state.users !== null &&
    Object.values(state.users).every((own) => isTexts(own?.system) && isTexts(own?.secure));
  return whole ? (state as State) : undefined;
}

function isTexts(value: unknown): value is Texts {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((text) => typeof text === 'string')
  );
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
    // Our staff name a phone by the tag on its back; the agent offers that name to the control plane.
    device_name: model.tag,
    device_provisioned: '1',
    mobile_data: '1',
    // As our phones are set up before they come into the rack: a display that is off shows a customer nothing.
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
