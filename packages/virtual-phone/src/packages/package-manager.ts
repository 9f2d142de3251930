import type { VirtualNode } from '../files/node.ts';
import type { InstalledPackage, PackageList, PhoneModel } from '../phone-parts.ts';
import { systemPackages } from './system-packages.ts';

/** What is installed, and how that changes. */
export class PackageManager implements PackageList {
  private readonly system: ReadonlyMap<string, InstalledPackage>;
  private readonly listeners = new Set<() => void>();

  constructor(model: PhoneModel) {
    this.system = new Map(systemPackages(model.androidVersion, model.apiLevel).map((app) => [app.name, app]));
  }

  list(): readonly InstalledPackage[] {
    return [...this.system.values()];
  }

  get(name: string): InstalledPackage | undefined {
    return this.system.get(name);
  }

  /** Folders of /data/app with each package's APK. */
  appFolders(): ReadonlyMap<string, VirtualNode> {
    return new Map();
  }

  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
