// The stored half of a phone: files, packages, settings, users and the log. All state lies in one folder of the host,
// so that it survives a restart.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { AndroidHalf, AndroidWorld, PhoneModel, PhoneSockets } from '@pocketfleet/phone-parts';
import { createInputMethods } from './automation/input-methods.ts';
import { createInstrumentations } from './automation/instrumentations.ts';
import { createUiAutomation } from './automation/ui-automation.ts';
import { appFiles } from './files/app-files.ts';
import { createPhoneDisk } from './files/phone-disk.ts';
import { PackageManager } from './packages/package-manager.ts';
import { createPackageStates } from './packages/package-states.ts';
import { createAccounts } from './settings/accounts.ts';
import { createBattery } from './settings/battery.ts';
import { createProperties } from './settings/properties.ts';
import { createProviders } from './settings/providers.ts';
import { createSettings } from './settings/settings-store.ts';
import { createSpecialAccess } from './settings/special-access.ts';
import { createUsers } from './settings/users.ts';
import { commandNames } from './shell/interpreter.ts';
import { createLogBuffer } from './shell/log-buffer.ts';
import type { ShellWorld } from './shell/shell-world.ts';

export interface PhoneSystemDeps {
  now(): number;
  /** The screen, the apps and scrcpy's server. */
  android(): AndroidHalf;
  /** Restarts the whole phone. */
  reboot(): void;
}

export interface PhoneSystem {
  readonly world: ShellWorld;
  /** The part that the drawn half may use. */
  androidWorld(sockets: PhoneSockets): AndroidWorld;
  /** A fault: shell can remove neither files, apps nor users. */
  setKeepsResidue(keepsResidue: boolean): void;
  /** Resets the state that doesn't survive a reboot. */
  shutDown(): void;
  /** The phone is on again. */
  boot(): void;
  /** Back to the state of a new phone; its identity stays. */
  wipe(): Promise<void>;
}

/** Loads a phone from its state folder, which is created if it is missing. */
export function createPhoneSystem(deps: PhoneSystemDeps, model: PhoneModel, stateDir: string): PhoneSystem {
  mkdirSync(stateDir, { recursive: true });
  const at = (name: string) => join(stateDir, name);
  const boot = { atMs: deps.now(), id: randomUUID() };
  const uptimeMs = () => deps.now() - boot.atMs;
  let keepsResidue = false;

  const battery = createBattery();
  const log = createLogBuffer(deps.now);
  const properties = createProperties(model, at('properties.json'));
  const users = createUsers(at('users.json'));
  const settings = createSettings(model, at('settings.json'), at('user-settings.json'), users);
  const accounts = createAccounts(at('accounts.json'), users);
  const access = createSpecialAccess(at('special-access.json'), at('user-access.json'), users);
  const providers = createProviders(at('providers.json'), users);
  const packages = new PackageManager({
    model,
    hostDir: at('packages'),
    users,
    states: createPackageStates(at('package-states.json'), users),
    storage: () => disk.files.storage,
    now: deps.now,
  });
  const uiAutomation = createUiAutomation();
  const instrumentations = createInstrumentations({ uiAutomation, packages });
  const inputMethods = createInputMethods({ packages, settings, users });
  packages.onChange(instrumentations.killReplaced);
  const disk = createPhoneDisk({
    stateDir,
    users,
    packages,
    properties: () => properties.entries(),
    uptimeMs,
    bootId: () => boot.id,
    commandNames: commandNames(),
  });
  return {
    world: {
      ...deps,
      model,
      files: disk.files,
      properties,
      settings,
      packages,
      users,
      accounts,
      access,
      providers,
      battery,
      log,
      uiAutomation,
      instrumentations,
      inputMethods,
      uptimeMs,
      keepsResidue: () => keepsResidue,
    },
    androidWorld: (sockets) => ({
      model,
      packages,
      users,
      filesOf: (user) => appFiles(disk.files, user),
      settings,
      battery: battery.state,
      sockets,
      stateDir: at('android'),
      now: deps.now,
      log: (priority, tag, message) => log.add(priority, tag, message),
    }),
    setKeepsResidue(next) {
      keepsResidue = next;
      disk.files.keepsFiles = next;
    },
    shutDown() {
      instrumentations.kill();
      uiAutomation.reset();
      users.restart();
      disk.makeShellFolders();
      properties.reset();
      battery.reset();
      log.clear();
    },
    boot() {
      boot.atMs = deps.now();
      boot.id = randomUUID();
      settings.set('global', 'boot_count', String(Number(settings.get('global', 'boot_count') ?? '0') + 1));
    },
    async wipe() {
      for (const store of [settings, properties, users, accounts, access, providers]) store.wipe();
      await packages.wipe();
      disk.wipe();
    },
  };
}
