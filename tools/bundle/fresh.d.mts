export type Manifest = {
  readonly file: string;
  readonly fileDigest: string;
  readonly inputs: readonly string[];
  readonly inputsDigest: string;
};
export function manifestPath(repoDir: string, entry: string): string;
export function findFreshBundle(repoDir: string, entry: string): string | undefined;
export function digest(files: Iterable<readonly [name: string, content: string | Uint8Array]>): string;
