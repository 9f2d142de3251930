export function ensurePackages(repoDir: string, node?: string): Promise<void>;
