// One simulated phone: joins its stored state (android-shell) with its drawn half, serves both over adb, and shows
// faults on demand.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  AdbServer,
  createSocketTable,
  encodeBanner,
  FEATURES,
  type LinkQuality,
  type SocketTable,
} from '@pocketfleet/adb-device';
import type { ShellWorld } from '@pocketfleet/android-shell';
import { createPhoneSystem, createServiceRouter } from '@pocketfleet/android-shell';
import type { AndroidHalf, PhoneModel, StartAndroid } from '@pocketfleet/phone-parts';
import { applyBattery, applyLink, type Faults, NO_FAULTS } from './faults.ts';
import { createKeyDialog } from './key-dialog.ts';
import { createSnapshotProgram } from './screen-reader/snapshot-program.ts';
import { createTypingKeyboard } from './screen-reader/typing-keyboard.ts';
import { createUiAutomator2Server } from './uiautomator2/uiautomator2-server.ts';

export interface PhoneDeps {
  readonly startAndroid: StartAndroid;
  now(): number;
  /** Logs an unexpected error: a bug, or an error of the host. */
  onError(context: string, error: unknown): void;
}

export interface PhoneOptions {
  readonly model: PhoneModel;
  readonly stateDir: string;
  /** 0 chooses a free port. */
  readonly port: number;
  readonly host?: string;
  /** True when hosts need an RSA key. Each key is allowed at once, permanently. */
  readonly requireAuth?: boolean;
}

export interface Phone {
  readonly model: PhoneModel;
  readonly port: number;
  readonly sockets: SocketTable;
  readonly world: ShellWorld;
  readonly faults: Readonly<Faults>;
  setFaults(change: Partial<Faults>): Promise<void>;
  /** Resolves when the phone has restarted. */
  reboot(): Promise<void>;
  /** Resets the phone to a new one, as a factory reset does; its identity stays. */
  wipe(): Promise<void>;
  stop(): Promise<void>;
}

const REBOOT_MS = 1500;
const ENCODER_FAULTS = ['encoderFrozen', 'encoderMaxSide', 'audioTaken', 'recorded'] as const;

/** Starts a phone from its state folder, which is created if it is missing. Rejects if the port is taken. */
export async function startPhone(deps: PhoneDeps, options: PhoneOptions): Promise<Phone> {
  const { model, stateDir } = options;
  const at = (name: string) => join(stateDir, name);
  const faults: Faults = { ...NO_FAULTS };
  const quality: LinkQuality = { bytesPerSecond: undefined, frozen: false };
  const sockets = createSocketTable();
  const running: { android: AndroidHalf | null; rebooting: Promise<void> | null; stopped: boolean } = {
    android: null,
    rebooting: null,
    stopped: false,
  };
  const system = createPhoneSystem(
    {
      now: deps.now,
      android() {
        if (running.android === null) throw new Error('the drawn half has not started');
        return running.android;
      },
      reboot: () => void reboot(),
    },
    model,
    stateDir,
  );
  const { world } = system;
  const { battery, files, log } = world;
  applyBattery(faults, battery);
  const keyDialog = createKeyDialog(
    at('adb_keys.json'),
    options.requireAuth === true,
    () => faults.unauthorized,
  );
  const server = new AdbServer(
    {
      features: FEATURES,
      banner: () =>
        encodeBanner('device', { name: model.device, model: model.model, device: model.device }, FEATURES),
      auth: keyDialog,
      openService: createServiceRouter({
        world,
        sockets,
        restartAdbd: () => server.dropAll(),
        onError: (service, error) => deps.onError(`service ${service.slice(0, 80)}`, error),
      }),
    },
    quality,
    options.host ?? '127.0.0.1',
  );

  const fault = () => faults.screenReader;
  const captureDelayMs = () => faults.screenReaderDelayMs ?? 0;
  world.instrumentations.register(createSnapshotProgram({ world, sockets, fault, captureDelayMs }));
  world.instrumentations.register(createUiAutomator2Server({ world, sockets }));
  world.inputMethods.register(createTypingKeyboard({ world, fault }));

  running.android = await deps.startAndroid(system.androidWorld(sockets));
  await server.listen(options.port);
  log.add('I', 'SystemServer', `Boot of ${model.model} (${model.serial}) completed`);

  async function setFaults(change: Partial<Faults>): Promise<void> {
    const before = { ...faults };
    Object.assign(faults, change);
    applyLink(faults, quality);
    applyBattery(faults, battery);
    files.storage.full = faults.fullStorage;
    system.setKeepsResidue(faults.keepsResidue);
    system.world.packages.forbidsInstalls = faults.forbidsInstalls;
    const isChanged = ENCODER_FAULTS.some((name) => faults[name] !== before[name]);
    if (isChanged) await running.android?.setEncoderFaults({ ...faults });
    if (running.android !== null) running.android.screen.isSecure = faults.secureWindow;
    if (faults.unauthorized && !before.unauthorized) server.dropAll();
    if (!faults.unauthorized) keyDialog.allowWaiting();
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
    system.shutDown();
    await new Promise((resolve) => setTimeout(resolve, faults.rebootMs ?? REBOOT_MS));
    if (running.stopped) return;
    system.boot();
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
      await system.wipe();
      rmSync(at('adb_keys.json'), { force: true });
      running.android?.screen.wipe();
      await reboot();
    },
    async stop() {
      running.stopped = true;
      await server.close();
      await running.android?.stop();
    },
  };
}
