import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstalledPackage, PackageList, PhoneModel } from '@pocketfleet/phone-parts';
import type { VirtualNode } from '../files/node.ts';
import type { Storage } from '../files/storage.ts';
import type { Users } from '../settings/users.ts';
import { appFolders } from './app-folders.ts';
import { type CheckedInstall, checkInstall } from './check-install.ts';
import { InstallFailure } from './install-failure.ts';
import {
  createInstallSession,
  type InstallOptions,
  type InstallSession,
  stagedPath,
} from './install-session.ts';
import type { PackageStates } from './package-states.ts';
import { loadPackages, SESSIONS_DIR, type StoredPackage, savePackage } from './package-store.ts';
import { requestedBySystem, sharedUserOf } from './permissions.ts';
import { apkName, storedPackage } from './stored-package.ts';
import { systemPackages } from './system-packages.ts';

export interface PackageManagerDeps {
  readonly model: PhoneModel;
  readonly hostDir: string;
  readonly users: Users;
  readonly states: PackageStates;
  storage(): Storage;
  now(): number;
}

const MAX_SESSIONS = 50;
const FIRST_SYSTEM_UID = 10_060;
const FIRST_APP_UID = 10_200;

/** The installed packages of each Android user. Each change is on disk before the listeners hear of it. */
export class PackageManager implements PackageList {
  /** A fault of tests: each install is refused. */
  forbidsInstalls = false;
  private readonly deps: PackageManagerDeps;
  private readonly system: ReadonlyMap<string, InstalledPackage>;
  private readonly installed = new Map<string, StoredPackage>();
  private readonly sessions = new Map<number, InstallSession>();
  private readonly listeners = new Set<() => void>();
  /** Commits and removals run one after the other. */
  private lastTask: Promise<unknown> = Promise.resolve();

  constructor(deps: PackageManagerDeps) {
    this.deps = deps;
    const { model, hostDir, users } = deps;
    this.system = new Map(systemPackages(model).map((app) => [app.name, app]));
    mkdirSync(hostDir, { recursive: true });
    rmSync(join(hostDir, SESSIONS_DIR), { recursive: true, force: true });
    for (const stored of loadPackages(hostDir)) this.installed.set(stored.name, stored);
    users.onChange(() => this.removeDeletedUsers());
  }

  /** The packages that the current user can start. */
  list(): readonly InstalledPackage[] {
    const { states, users } = this.deps;
    const user = users.current;
    return this.listFor(user).filter(
      ({ name }) => !states.has('disabled', user, name) && !states.has('suspended', user, name),
    );
  }

  get(name: string): InstalledPackage | undefined {
    return this.list().find((app) => app.name === name);
  }

  /** The user's packages, including disabled ones; empty for an unknown user. */
  listFor(user: number): readonly InstalledPackage[] {
    const { states, users } = this.deps;
    if (!users.list().some(({ id }) => id === user)) return [];
    return [
      ...[...this.system.values()].filter(({ name }) => !states.has('removed', user, name)),
      ...[...this.installed.values()].filter((app) => app.users.includes(user)),
    ];
  }

  getFor(user: number, name: string): InstalledPackage | undefined {
    return this.listFor(user).find((app) => app.name === name);
  }

  /** All packages on the phone, including packages that no user has. */
  known(): readonly InstalledPackage[] {
    return [...this.system.values(), ...this.installed.values()];
  }

  get states(): PackageStates {
    return this.deps.states;
  }

  uidOf(name: string): number {
    const stored = this.installed.get(name);
    if (stored !== undefined) return stored.uid;
    const shared = sharedUserOf(name);
    if (shared !== undefined) return shared.uid;
    // Android's core packages share the system's uid; each other system app has its own.
    return /^android$|settings$/.test(name) ? 1000 : FIRST_SYSTEM_UID + [...this.system.keys()].indexOf(name);
  }

  requestedBy(name: string): readonly string[] {
    return this.installed.get(name)?.permissions ?? requestedBySystem(name);
  }

  stored(name: string): StoredPackage | undefined {
    return this.installed.get(name);
  }

  /** Paths of a package's APKs on the phone. */
  pathsOf(app: InstalledPackage): string[] {
    const stored = this.installed.get(app.name);
    if (stored !== undefined) return stored.apks.map((apk) => `/data/app/${stored.folder}/${apk}`);
    return [
      app.name === 'android'
        ? '/system/framework/framework-res.apk'
        : `/system/app/${app.label.replaceAll(' ', '')}/${app.label.replaceAll(' ', '')}.apk`,
    ];
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    const offUsers = this.deps.users.onChange(listener);
    return () => {
      this.listeners.delete(listener);
      offUsers();
    };
  }

  createSession(options: InstallOptions): InstallSession {
    if (this.sessions.size >= MAX_SESSIONS)
      throw new InstallFailure('INSTALL_FAILED_INTERNAL_ERROR', 'Too many active sessions');
    let id: number;
    do id = randomBytes(4).readUInt32LE(0) & 0x7fffffff;
    while (id === 0 || this.sessions.has(id));
    const hostDir = join(this.deps.hostDir, SESSIONS_DIR, String(id));
    mkdirSync(hostDir, { recursive: true });
    const session = createInstallSession(id, hostDir, this.deps.storage(), options);
    this.sessions.set(id, session);
    return session;
  }

  session(id: number): InstallSession | undefined {
    return this.sessions.get(id);
  }

  async abandon(session: InstallSession): Promise<void> {
    this.sessions.delete(session.id);
    await rm(session.hostDir, { recursive: true, force: true });
  }

  /** Installs the session's APKs and returns the package's name. The session ends, also with an InstallFailure. */
  commit(session: InstallSession): Promise<string> {
    return this.runInOrder(async () => {
      try {
        return await this.install(session);
      } finally {
        await this.abandon(session);
      }
    });
  }

  /** Without `user`, removes the package for all users. With `keepsData`, `pm list packages -u` still lists it. */
  uninstall(name: string, user: number | undefined, keepsData = false): Promise<void> {
    return this.runInOrder(async () => {
      const stored = this.installed.get(name);
      const { states } = this.deps;
      if (stored === undefined) {
        // System packages can be removed for single users only, and `android` not at all.
        if (user === undefined || name === 'android' || this.getFor(user, name) === undefined)
          throw new InstallFailure('DELETE_FAILED_INTERNAL_ERROR');
        states.set('removed', user, name, true);
      } else {
        const users = user === undefined ? [] : stored.users.filter((one) => one !== user);
        if (users.length > 0 || keepsData) this.keepFor(stored, users);
        else await this.remove(stored);
      }
      this.changed();
    });
  }

  /** `install-existing`: gives a package of the phone to one more user. False for an unknown package. */
  addFor(user: number, name: string): boolean {
    const stored = this.installed.get(name);
    if (stored !== undefined) this.keepFor(stored, [...new Set([...stored.users, user])]);
    else if (this.system.has(name)) this.deps.states.set('removed', user, name, false);
    else return false;
    this.changed();
    return true;
  }

  /** False if the package isn't installed for this user. */
  mark(mark: 'disabled' | 'suspended', user: number, name: string, isSet: boolean): boolean {
    if (this.getFor(user, name) === undefined) return false;
    this.deps.states.set(mark, user, name, isSet);
    this.changed();
    return true;
  }

  appFolders(): ReadonlyMap<string, VirtualNode> {
    return appFolders(this.installed.values(), this.deps.hostDir);
  }

  async wipe(): Promise<void> {
    for (const session of [...this.sessions.values()]) await this.abandon(session);
    for (const stored of [...this.installed.values()]) await this.remove(stored);
    this.deps.states.wipe();
    this.changed();
  }

  private async install(session: InstallSession): Promise<string> {
    if (this.forbidsInstalls)
      throw new InstallFailure('INSTALL_FAILED_USER_RESTRICTED', 'Install canceled by user');
    const staged = session.apkNames.map((fileName, at) => ({
      fileName,
      hostPath: stagedPath(session.hostDir, at),
      shownPath: `/data/app/vmdl${session.id}.tmp/${fileName}`,
    }));
    const checked = await checkInstall(this.deps.model, staged, session.options, (name) => {
      const system = this.system.get(name);
      return this.installed.get(name) ?? (system === undefined ? undefined : { ...system });
    });
    const stored = storedPackage(checked, session.options, {
      now: this.deps.now(),
      users: this.deps.users.list().map((user) => user.id),
      freeUid: this.nextUid(),
      before: this.installed.get(checked.base.packageName),
    });
    await this.place(session, checked, stored);
    this.installed.set(stored.name, stored);
    if (session.options.grantsAll) this.deps.states.grantAll(stored);
    this.changed();
    return stored.name;
  }

  /** Replaces the package's folder, so that a kill leaves the old one, the new one or none, never a mixture. */
  private async place(
    session: InstallSession,
    checked: CheckedInstall,
    stored: StoredPackage,
  ): Promise<void> {
    const target = join(this.deps.hostDir, stored.name);
    for (const { hostPath, info } of checked.apks)
      await rename(hostPath, join(session.hostDir, apkName(info.split)));
    savePackage(session.hostDir, stored);
    await rm(target, { recursive: true, force: true });
    await rename(session.hostDir, target);
  }

  private async remove(stored: StoredPackage): Promise<void> {
    const packageDir = join(this.deps.hostDir, stored.name);
    this.installed.delete(stored.name);
    this.deps.states.forget(stored.name);
    await rm(packageDir, { recursive: true, force: true });
  }

  private keepFor(stored: StoredPackage, users: readonly number[]): void {
    const next = { ...stored, users };
    savePackage(join(this.deps.hostDir, stored.name), next);
    this.installed.set(stored.name, next);
  }

  private removeDeletedUsers(): void {
    const ids = this.deps.users.list().map((user) => user.id);
    for (const stored of [...this.installed.values()]) {
      const users = stored.users.filter((user) => ids.includes(user));
      if (users.length === stored.users.length) continue;
      if (users.length > 0) this.keepFor(stored, users);
      else void this.runInOrder(() => this.remove(stored));
    }
  }

  private nextUid(): number {
    return Math.max(FIRST_APP_UID - 1, ...[...this.installed.values()].map(({ uid }) => uid)) + 1;
  }

  private runInOrder<T>(action: () => Promise<T>): Promise<T> {
    const result = this.lastTask.then(action);
    this.lastTask = result.catch(() => undefined);
    return result;
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }
}
