// Which bundle belongs to a program, and whether it is still what the sources are. Plain JavaScript, because it runs
// before every start: nothing has to be stripped or compiled first.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * @typedef {{ file: string, fileDigest: string, inputs: string[], inputsDigest: string }} Manifest
 *   `file` is beside the manifest; `inputs` are relative to the repository.
 */

/** @param {string} repoDir @param {string} entry relative to it, `apps/api/src/main.ts` */
export function manifestPath(repoDir, entry) {
  return join(repoDir, dirname(entry), '../dist/program.json');
}

/**
 * The bundle, or undefined when there is none, when a source has changed since, or when it is damaged.
 * @param {string} repoDir
 * @param {string} entry relative to it
 */
export function findFreshBundle(repoDir, entry) {
  try {
    const path = manifestPath(repoDir, entry);
    /** @type {Manifest} */
    const { file, fileDigest, inputs, inputsDigest } = JSON.parse(readFileSync(path, 'utf8'));
    if (digest(read(repoDir, inputs)) !== inputsDigest) return undefined;
    return digest(read(dirname(path), [file])) === fileDigest ? join(dirname(path), file) : undefined;
  } catch {
    // On any error the program runs from its sources.
    return undefined;
  }
}

/** @param {Iterable<readonly [name: string, content: string | Uint8Array]>} files */
export function digest(files) {
  const hash = createHash('sha256');
  for (const [name, content] of files) hash.update(name).update('\0').update(content).update('\0');
  return hash.digest('hex');
}

/** @param {string} dir @param {readonly string[]} files relative to it @returns {Iterable<[string, Uint8Array]>} */
function* read(dir, files) {
  for (const file of files) yield [file, readFileSync(join(dir, file))];
}
