// The stored half of a phone in memory, for tests of the screen and of scrcpy.
import { type Duplex, duplexPair } from 'node:stream';
import type { AndroidWorld, InstalledPackage, PhoneFiles, PhoneModel } from '@pocketfleet/phone-parts';

import { PIXEL_8 } from '@pocketfleet/phone-parts/testing/android-double';
import type { BuiltInApp } from '../app.ts';

export interface TestWorld extends AndroidWorld {
  /** The owner's files. */
  readonly files: PhoneFiles;
  /** Files by path. */
  readonly stored: Map<string, Uint8Array>;
  install(app: InstalledPackage): void;
  /** Connects to a socket of the phone, as a client of the forward tunnel does. */
  dial(name: string): Duplex;
  /** Waits until the phone connects to a socket of the client, as with the reverse tunnel. */
  accept(name: string): Promise<Duplex>;
  readonly logged: string[];
  setNow(ms: number): void;
}

export function createTestWorld(
  apps: readonly BuiltInApp[],
  model: Partial<PhoneModel> = {},
  stateDir = '/nonexistent',
): TestWorld {
  const stored = new Map<string, Uint8Array>();
  const fileListeners = new Set<(path: string) => void>();
  const settingValues = new Map<string, string>();
  const settingListeners = new Set<(namespace: string, key: string) => void>();
  const packages: InstalledPackage[] = apps.map((app) => ({
    name: app.packageName,
    label: app.label,
    versionName: '15',
    versionCode: 35,
    system: true,
    launcherActivity: app.activity,
  }));
  const packageListeners = new Set<() => void>();
  const servers = new Map<string, (socket: Duplex) => void>();
  const clients = new Map<string, ((socket: Duplex) => void)[]>();
  const logged: string[] = [];
  let now = Date.UTC(2026, 10, 20, 10, 22);

  const changed = (path: string) => {
    for (const listener of [...fileListeners]) listener(path);
  };
  const files: PhoneFiles = {
    async readFile(path) {
      const data = stored.get(path);
      if (!data) throw new Error(`${path}: No such file or directory`);
      return data;
    },
    async writeFile(path, data) {
      stored.set(path, data);
      changed(path);
    },
    async list(path) {
      const inside = path.endsWith('/') ? path : `${path}/`;
      const names = new Map<
        string,
        { name: string; size: number; directory: boolean; modifiedAtMs: number }
      >();
      for (const [file, data] of stored) {
        if (!file.startsWith(inside)) continue;
        const [name, ...deeper] = file.slice(inside.length).split('/');
        if (!name) continue;
        names.set(name, { name, size: data.length, directory: deeper.length > 0, modifiedAtMs: now });
      }
      return [...names.values()];
    },
    async remove(path) {
      stored.delete(path);
      changed(path);
    },
    onChange(listener) {
      fileListeners.add(listener);
      return () => fileListeners.delete(listener);
    },
  };
  return {
    model: { ...PIXEL_8, ...model },
    stored,
    logged,
    stateDir,
    battery: { level: 84, charging: false, temperatureTenths: 291 },
    now: () => now,
    setNow: (ms) => {
      now = ms;
    },
    log: (priority, tag, message) => logged.push(`${priority} ${tag}: ${message}`),
    packages: {
      list: () => packages,
      get: (name) => packages.find((app) => app.name === name),
      onChange: (listener) => {
        packageListeners.add(listener);
        return () => packageListeners.delete(listener);
      },
    },
    install(app) {
      packages.push(app);
      for (const listener of [...packageListeners]) listener();
    },
    files,
    users: { current: 0, list: () => [{ id: 0 }], onChange: () => () => undefined },
    accounts: { list: () => [], add: () => false, remove: () => false, onChange: () => () => undefined },
    filesOf: () => files,
    settings: {
      get: (namespace, key) => settingValues.get(`${namespace}/${key}`),
      set(namespace, key, value) {
        if (value === undefined) settingValues.delete(`${namespace}/${key}`);
        else settingValues.set(`${namespace}/${key}`, value);
        for (const listener of [...settingListeners]) listener(namespace, key);
      },
      onChange(listener) {
        settingListeners.add(listener);
        return () => settingListeners.delete(listener);
      },
    },
    sockets: {
      listen(name, onConnection) {
        servers.set(name, onConnection);
        return { close: () => servers.delete(name) };
      },
      async connect(name) {
        const waiting = clients.get(name)?.shift();
        if (!waiting) throw new Error(`Connection refused: ${name}`);
        const [phone, client] = duplexPair();
        waiting(client);
        return phone;
      },
    },
    dial(name) {
      const server = servers.get(name);
      if (!server) throw new Error(`nobody listens on ${name}`);
      const [phone, client] = duplexPair();
      server(phone);
      return client;
    },
    accept: (name) =>
      new Promise((resolve) => {
        clients.set(name, [...(clients.get(name) ?? []), resolve]);
      }),
  };
}
