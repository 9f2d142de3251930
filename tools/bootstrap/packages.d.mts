export function ensurePackages(repoDir: string): Promise<void>;
