import { createHash } from 'node:crypto';
import type { PhoneModel, SettingsStore } from '@pocketfleet/phone-parts';
import { z } from 'zod';
import { openStored } from '../files/state-file.ts';
import newPhone from './new-phone.json' with { type: 'json' };
import { realSizeSettings } from './real-size-settings.ts';
import { openUserRecords } from './user-records.ts';
import type { Users } from './users.ts';

export type SettingsNamespace = 'global' | 'system' | 'secure';
const textsSchema = z.record(z.string(), z.string());
type Texts = Readonly<Record<string, string>>;

/** Without `user`, the user in front is meant. Global settings belong to the whole phone. */
export interface StoredSettings extends SettingsStore {
  get(namespace: SettingsNamespace, key: string, user?: number): string | undefined;
  set(namespace: SettingsNamespace, key: string, value: string | undefined, user?: number): void;
  entries(namespace: SettingsNamespace, user?: number): [string, string][];
  wipe(): void;
}

/** Android's settings provider. Each change is on disk before the listeners hear of it. */
export function createSettings(
  model: PhoneModel,
  hostPath: string,
  userHostPath: string,
  users: Users,
): StoredSettings {
  const global = openStored<Texts>(hostPath, textsSchema, () => globalBaseline(model));
  const own = openUserRecords<Texts>(userHostPath, textsSchema, users);
  const listeners = new Set<(namespace: string, key: string) => void>();

  const valuesOf = (namespace: SettingsNamespace, user: number): Texts =>
    namespace === 'global'
      ? global.value
      : (own.get(user, namespace) ?? userBaseline(model, user)[namespace]);
  const valuesInFront = () => {
    const of = (namespace: SettingsNamespace) => valuesOf(namespace, users.current);
    return { global: of('global'), system: of('system'), secure: of('secure') };
  };
  let shown = valuesInFront();
  /** Notifies of each difference that the user in front sees. */
  const notify = () => {
    const before = shown;
    shown = valuesInFront();
    for (const namespace of ['global', 'system', 'secure'] as const) {
      const [old, now] = [before[namespace], shown[namespace]];
      for (const key of new Set([...Object.keys(old), ...Object.keys(now)])) {
        if (old[key] === now[key]) continue;
        for (const listener of [...listeners]) listener(namespace, key);
      }
    }
  };
  users.onChange(notify);

  return {
    get: (namespace, key, user = users.current) => valuesOf(namespace, user)[key],
    set(namespace, key, value, user = users.current) {
      const { [key]: before, ...others } = valuesOf(namespace, user);
      if (before === value) return;
      const next = value === undefined ? others : { ...others, [key]: value };
      if (namespace === 'global') global.replace(next);
      else own.set(user, namespace, next);
      notify();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    entries: (namespace, user = users.current) =>
      Object.entries(valuesOf(namespace, user)).sort(([a], [b]) => (a < b ? -1 : 1)),
    wipe() {
      global.replace(globalBaseline(model));
      own.wipe();
      notify();
    },
  };
}

function globalBaseline(model: PhoneModel): Texts {
  return {
    ...newPhone.global,
    // Our team names each phone by the tag on its back; the agent reports that name to the control plane.
    device_name: model.tag,
    // Our phones are set up so before they come into the rack: customers see nothing while the display is off.
    stay_on_while_plugged_in: '7',
    ...(model.isRealSize === true ? realSizeSettings : {}),
  };
}

function userBaseline(model: PhoneModel, user: number): Record<'system' | 'secure', Texts> {
  const own = {
    android_id: androidId(user === 0 ? model.serial : `${model.serial}/${user}`),
    bluetooth_name: model.model,
  };
  return { system: newPhone.system, secure: { ...newPhone.secure, ...own } };
}

/** 16 hexadecimal digits that differ between phones and users, and stay the same for one. */
function androidId(serial: string): string {
  return createHash('sha256').update(serial).digest('hex').slice(0, 16);
}
