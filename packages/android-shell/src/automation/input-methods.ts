// Keyboards: the phone's own one, and those of installed packages, which are registered by the code that simulates them.

import type { SettingsStore } from '@pocketfleet/phone-parts';
import type { PackageManager } from '../packages/package-manager.ts';

/** The keyboard that the phone is sold with. */
export const OWN_KEYBOARD = 'com.android.inputmethod.latin/.LatinIME';

interface Broadcast {
  readonly action: string;
  readonly extras: ReadonlyMap<string, string>;
}

export interface InputMethod {
  /** "package/.Class", as `ime` prints it. */
  readonly id: string;
  /** A broadcast from shell, while this is the keyboard in use. */
  receive(broadcast: Broadcast): void;
}

export interface InputMethodsDeps {
  readonly packages: Pick<PackageManager, 'getFor'>;
  readonly settings: Pick<SettingsStore, 'get'>;
  readonly users: { readonly current: number };
}

export function createInputMethods({ packages, settings, users }: InputMethodsDeps) {
  const registered = new Map<string, InputMethod>();
  const isInstalled = (id: string, user: number) =>
    packages.getFor(user, id.split('/')[0] ?? '') !== undefined;
  return {
    register: (method: InputMethod) => void registered.set(method.id, method),
    /** The ids that this user could enable. */
    listFor: (user: number) => [
      OWN_KEYBOARD,
      ...[...registered.keys()].filter((id) => isInstalled(id, user)),
    ],
    /** Delivers a broadcast to the keyboard in use of the user in front, if it belongs to the package. */
    broadcast(packageName: string | undefined, user: number, broadcast: Broadcast) {
      const id = settings.get('secure', 'default_input_method') ?? '';
      if (user !== users.current || !isInstalled(id, user)) return;
      if (packageName !== undefined && id.split('/')[0] !== packageName) return;
      registered.get(id)?.receive(broadcast);
    },
  };
}

export type InputMethods = ReturnType<typeof createInputMethods>;
