// Checks that the lockfile pins each package, so that only reviewed code is installed.

/** The fields of an entry of package-lock.json (version 3) that are checked. */
export type LockedOrigin = {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  inBundle?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
};

/** "path: reason" for each package whose content could change. Our own workspaces, which are links, are skipped. */
export function untrustedPackages(packages: Readonly<Record<string, LockedOrigin>>): string[] {
  return Object.entries(packages).flatMap(([path, locked]) => {
    if (!path.includes('node_modules/') || locked.link === true) return [];
    const why = whyUntrusted(locked);
    return why === undefined ? [] : [`${path}: ${why}`];
  });
}

function whyUntrusted(locked: LockedOrigin): string | undefined {
  // Without an address npm uses the configured registry. With one it could load the package from git, a file or http.
  if (locked.resolved !== undefined) return `comes from ${locked.resolved}`;
  if (!/^\d+\.\d+\.\d+[\w.+-]*$/.test(locked.version ?? '')) return 'has no exact version';
  // It came in its owner's file, whose hash is known.
  if (locked.inBundle === true) return undefined;
  if (locked.integrity === undefined) return isForAnotherPlatform(locked) ? undefined : 'has no hash';
  return /^sha512-[A-Za-z\d+/]{86}==$/.test(locked.integrity) ? undefined : 'has a weak hash';
}

/** Packages that complete.ts adds by name and version alone; npm takes their hash from the registry. */
function isForAnotherPlatform({ optional, os, cpu }: LockedOrigin): boolean {
  return optional === true && (os !== undefined || cpu !== undefined);
}
