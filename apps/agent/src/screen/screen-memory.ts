// Texts that stay hidden on a phone's screen for a rental, kept over restarts of this program. The file is sealed with a key of
// the assignment, which comes with each channel and is stored on no host: a stolen disk tells no secret.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ScreenError } from './screen-error.ts';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

const keptHidden = z.object({
  secrets: z.array(z.string()),
  secret_fields: z.array(z.string()),
  fields: z.array(z.string()),
  texts: z.array(z.string()),
});
export type KeptHidden = z.infer<typeof keptHidden>;

export type ScreenPlace = { readonly dataDir: string; readonly identity: string; readonly user: number };

export class ScreenMemory {
  readonly #path: string;
  readonly #keys: readonly Buffer[];
  readonly #owner: Buffer;

  /** `keys`: 32 bytes each; the first seals, all of them open. */
  constructor({ dataDir, identity, user }: ScreenPlace, keys: readonly Buffer[]) {
    const folder = folderOf(dataDir);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    this.#path = join(folder, `${prefixOf(identity)}${user}`);
    this.#keys = keys;
    this.#owner = Buffer.from(`${identity}\n${user}`);
  }

  /** Undefined where nothing was kept. Throws ScreenError where none of the keys opens what was kept. */
  load(): KeptHidden | undefined {
    if (!existsSync(this.#path)) return undefined;
    const sealed = readFileSync(this.#path);
    for (const key of this.#keys) {
      try {
        return keptHidden.parse(JSON.parse(this.#open(key, sealed).toString()));
      } catch {
        // Another key may fit.
      }
    }
    throw new ScreenError('failed', 'what has to stay hidden on this screen can’t be read');
  }

  /** Replaced by rename, so that a crash leaves the old file or the new one. */
  save(kept: KeptHidden): void {
    const [key] = this.#keys;
    if (key === undefined) return;
    const nonce = randomBytes(nonceBytes);
    const sealing = createCipheriv(cipher, key, nonce).setAAD(this.#owner);
    const text = Buffer.from(JSON.stringify(kept));
    const sealed = Buffer.concat([nonce, sealing.update(text), sealing.final(), sealing.getAuthTag()]);
    writeFileSync(`${this.#path}.new`, sealed, { mode: 0o600 });
    renameSync(`${this.#path}.new`, this.#path);
  }

  #open(key: Buffer, sealed: Buffer): Buffer {
    const opening = createDecipheriv(cipher, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
      .setAAD(this.#owner)
      .setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([opening.update(sealed.subarray(nonceBytes, -tagBytes)), opening.final()]);
  }
}

/** The tenant has gone: nothing of what was kept about their screen stays, the names of actions neither. */
export function forgetScreens(dataDir: string, identity: string): void {
  const folder = folderOf(dataDir);
  if (!existsSync(folder)) return;
  const mine = readdirSync(folder).filter((name) => name.startsWith(prefixOf(identity)));
  for (const name of mine) rmSync(join(folder, name), { force: true });
}

export function folderOf(dataDir: string): string {
  return join(dataDir, 'screens');
}

export function prefixOf(identity: string): string {
  return `${createHash('sha256').update(identity).digest('hex').slice(0, 32)}-`;
}
