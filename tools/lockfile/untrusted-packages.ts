// What a lockfile must say about each package, so that nothing else than what we have looked at is installed.

/** The part of an entry of package-lock.json (version 3) that we judge. */
export type LockedOrigin = {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
};

/** "path: why" for each package that could be another one tomorrow. Our own folders, which are links, are left out. */
export function untrustedPackages(packages: Readonly<Record<string, LockedOrigin>>): string[] {
  return Object.entries(packages).flatMap(([path, locked]) => {
    if (!path.includes('node_modules/') || locked.link === true) return [];
    const why = whyUntrusted(locked);
    return why === undefined ? [] : [`${path}: ${why}`];
  });
}

function whyUntrusted(locked: LockedOrigin): string | undefined {
  // Without an address npm asks the registry that is set; with one it goes wherever that leads: git, a file, http.
  if (locked.resolved !== undefined) return `comes from ${locked.resolved}`;
  if (!/^\d+\.\d+\.\d+[\w.+-]*$/.test(locked.version ?? '')) return 'has no exact version';
  if (locked.integrity === undefined) return isForAnotherPlatform(locked) ? undefined : 'has no hash';
  return /^sha512-[A-Za-z\d+/]{86}==$/.test(locked.integrity) ? undefined : 'has a weak hash';
}

/** Those that complete.ts adds by name and version alone; npm takes their hash from the registry. */
function isForAnotherPlatform({ optional, os, cpu }: LockedOrigin): boolean {
  return optional === true && (os !== undefined || cpu !== undefined);
}
