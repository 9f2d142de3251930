// One virtual phone: joins the adb half (adb, shell, files, packages) with the Android half (screen, apps,
// encoder, scrcpy server), keeps its state in a folder of its own, and can be broken on purpose.
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { AdbServer } from './adb/adb-server.ts';
import { encodeBanner } from './adb/banner.ts';
import { featuresOf } from './adb/features.ts';
import { createKeyQuestion } from './adb/key-question.ts';
import { createSocketTable } from './adb/local-sockets.ts';
import { createServiceRouter } from './adb/service-router.ts';
import { applyBattery, applyLink, type Faults, NO_FAULTS } from './faults.ts';
import { appFiles } from './files/app-files.ts';
import { createPhoneDisk } from './files/phone-disk.ts';
import { PackageManager } from './packages/package-manager.ts';
import { createPackageStates } from './packages/package-states.ts';
import type { AndroidHalf, PhoneModel, PhoneSockets, StartAndroid } from './phone-parts.ts';
import { createAccounts } from './settings/accounts.ts';
import { createBattery } from './settings/battery.ts';
import { createProperties } from './settings/properties.ts';
import { createProviders } from './settings/providers.ts';
import { createSettings } from './settings/settings-store.ts';
import { createSpecialAccess } from './settings/special-access.ts';
import { createUsers } from './settings/users.ts';
import { COMMANDS } from './shell/commands/command-table.ts';
import { commandNames } from './shell/interpreter.ts';
import { createLogBuffer } from './shell/log-buffer.ts';
import type { ShellWorld } from './shell/shell-world.ts';

export interface PhoneDeps {
  readonly startAndroid: StartAndroid;
  now(): number;
  /** A bug or the host's trouble: for the process's log. */
  onError(context: string, error: unknown): void;
}

export interface PhoneOptions {
  readonly model: PhoneModel;
  readonly stateDir: string;
  /** 0 takes a free one. */
  readonly port: number;
  readonly host?: string;
  /** Whether hosts need an allowed RSA key. The person at the phone allows every key, for good. */
  readonly requireAuth?: boolean;
}

export interface Phone {
  readonly model: PhoneModel;
  readonly port: number;
  readonly sockets: PhoneSockets;
  readonly world: ShellWorld;
  readonly faults: Readonly<Faults>;
  setFaults(change: Partial<Faults>): Promise<void>;
  /** Resolves when the phone is back. */
  reboot(): Promise<void>;
  /** Back to the baseline, as after a factory reset; the phone's identity stays. */
  wipe(): Promise<void>;
  stop(): Promise<void>;
}

const REBOOT_MS = 1500;

/** Starts a phone from its state folder, which is made where it is missing. Rejects when the port is taken. */
export async function startPhone(deps: PhoneDeps, options: PhoneOptions): Promise<Phone> {
  const { model, stateDir } = options;
  mkdirSync(stateDir, { recursive: true });
  const at = (name: string) => join(stateDir, name);
  const boot = { atMs: deps.now(), id: randomUUID() };
  const faults: Faults = { ...NO_FAULTS };
  const quality = { bytesPerSecond: undefined as number | undefined, frozen: false };
  const battery = createBattery();
  applyBattery(faults, battery);

  const log = createLogBuffer(deps.now);
  const properties = createProperties(model, at('properties.json'));
  const users = createUsers(at('users.json'));
  const settings = createSettings(model, at('settings.json'), users);
  const accounts = createAccounts(at('accounts.json'), users);
  const access = createSpecialAccess(at('special-access.json'), users);
  const providers = createProviders(at('providers.json'), users);
  const packages = new PackageManager({
    model,
    hostDir: at('packages'),
    users,
    states: createPackageStates(at('package-states.json'), users),
    storage: () => disk.files.storage,
    now: deps.now,
  });
  const disk = createPhoneDisk({
    model,
    stateDir,
    users,
    packages,
    properties: () => properties.entries(),
    uptimeMs: () => deps.now() - boot.atMs,
    bootId: () => boot.id,
    commandNames: commandNames(COMMANDS),
  });
  const sockets = createSocketTable();
  const running: { android: AndroidHalf | null; rebooting: Promise<void> | null; stopped: boolean } = {
    android: null,
    rebooting: null,
    stopped: false,
  };

  const world: ShellWorld = {
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
    android() {
      if (running.android === null) throw new Error('the Android half has not started');
      return running.android;
    },
    now: deps.now,
    uptimeMs: () => deps.now() - boot.atMs,
    keepsResidue: () => faults.keepsResidue,
    reboot: () => void reboot(),
  };
  const keyQuestion = createKeyQuestion(
    at('adb_keys.json'),
    options.requireAuth === true,
    () => faults.unauthorized,
  );
  const server = new AdbServer(
    {
      features: featuresOf(model.apiLevel),
      banner: () =>
        encodeBanner(
          'device',
          { name: model.device, model: model.model, device: model.device },
          featuresOf(model.apiLevel),
        ),
      auth: keyQuestion,
      openService: createServiceRouter({
        files: disk.files,
        shell: { world, commands: COMMANDS },
        sockets,
        reboot: () => void reboot(),
        restartAdbd: () => server.dropAll(),
        onError: (service, error) => deps.onError(`service ${service.slice(0, 80)}`, error),
      }),
    },
    quality,
    options.host ?? '127.0.0.1',
  );

  mkdirSync(at('android'), { recursive: true });
  running.android = await deps.startAndroid({
    model,
    packages,
    users,
    accounts,
    filesOf: (user) => appFiles(disk.files, user),
    settings,
    battery: battery.state,
    sockets,
    stateDir: at('android'),
    now: deps.now,
    log: (priority, tag, message) => log.add(priority, tag, message),
  });
  await server.listen(options.port);
  log.add('I', 'SystemServer', `Boot of ${model.model} (${model.serial}) completed`);

  async function setFaults(change: Partial<Faults>): Promise<void> {
    const before = { ...faults };
    Object.assign(faults, change);
    applyLink(faults, quality);
    applyBattery(faults, battery);
    disk.files.storage.full = faults.fullStorage;
    disk.files.keepsFiles = faults.keepsResidue;
    const { encoderFrozen, encoderMaxSide, audioTaken, recorded } = faults;
    const changed =
      encoderFrozen !== before.encoderFrozen ||
      encoderMaxSide !== before.encoderMaxSide ||
      audioTaken !== before.audioTaken ||
      recorded !== before.recorded;
    if (changed) {
      await running.android?.setEncoderTrouble({ encoderFrozen, encoderMaxSide, audioTaken, recorded });
    }
    if (faults.unauthorized && !before.unauthorized) server.dropAll();
    if (!faults.unauthorized) keyQuestion.allowWaiting();
    if (running.stopped || running.rebooting !== null) return;
    if (faults.unplugged) await server.close();
    else await server.listen(options.port);
  }

  function reboot(): Promise<void> {
    running.rebooting ??= restart().finally(() => {
      running.rebooting = null;
    });
    return running.rebooting;
  }

  async function restart(): Promise<void> {
    await server.close();
    running.android?.screen.reboot();
    disk.makeShellFolders();
    properties.reset();
    battery.reset();
    log.reset();
    await new Promise((resolve) => setTimeout(resolve, faults.rebootMs ?? REBOOT_MS));
    if (running.stopped) return;
    boot.atMs = deps.now();
    boot.id = randomUUID();
    settings.set('global', 'boot_count', String(Number(settings.get('global', 'boot_count') ?? '0') + 1));
    log.add('I', 'SystemServer', `Boot of ${model.model} (${model.serial}) completed`);
    if (!faults.unplugged) await server.listen(options.port);
  }

  return {
    model,
    get port() {
      return server.port;
    },
    sockets,
    world,
    get faults() {
      return faults;
    },
    setFaults,
    reboot,
    async wipe() {
      await server.close();
      settings.wipe();
      properties.wipe();
      users.wipe();
      accounts.wipe();
      access.wipe();
      providers.wipe();
      await packages.wipe();
      disk.wipe();
      rmSync(at('adb_keys.json'), { force: true });
      await running.android?.screen.wipe();
      await reboot();
    },
    async stop() {
      running.stopped = true;
      await server.close();
      await running.android?.stop();
    },
  };
}
