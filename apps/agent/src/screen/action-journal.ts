// The names of actions that were begun on a phone, kept in a file over a restart of this program, so that an action whose answer was
// cut off is not done again. The file has hashes and times alone: no names, no texts.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { folderOf, prefixOf, type ScreenPlace } from './screen-memory.ts';

/** A repeat after this time is a new action. */
export const rememberedMs: number = 10 * 60_000;
/** More than a phone does in that time. */
export const maxRemembered = 4_000;
const maxLines = 3 * maxRemembered;
const line = /^([+-])([\da-f]{32}) (\d{1,15})$/;

export class ActionJournal {
  readonly #path: string;
  /** When each action was begun, in milliseconds since 1970; the oldest first. */
  #begun = new Map<string, number>();
  #lines = 0;

  constructor({ dataDir, identity, user }: ScreenPlace) {
    mkdirSync(folderOf(dataDir), { recursive: true, mode: 0o700 });
    this.#path = join(folderOf(dataDir), `${prefixOf(identity)}${user}.actions`);
    const text = existsSync(this.#path) ? readFileSync(this.#path, 'utf8') : '';
    for (const one of text.split('\n')) {
      // A line that was cut off while it was written is of an action of which nothing was done.
      const [, sign, name, atMs] = line.exec(one) ?? [];
      if (name === undefined) continue;
      this.#lines++;
      if (sign === '+') this.#begun.set(name, Number(atMs));
      else this.#begun.delete(name);
    }
  }

  wasBegun(name: string): boolean {
    const atMs = this.#begun.get(hashOf(name));
    // A clock that was set back makes no action older.
    return atMs !== undefined && Date.now() - atMs < rememberedMs;
  }

  /** Before anything is done on the phone. Throws where it can't be written. */
  begin(name: string): void {
    const hash = hashOf(name);
    if (this.#lines >= maxLines) this.#rewrite();
    const atMs = Date.now();
    this.#append('+', hash, atMs);
    this.#begun.set(hash, atMs);
  }

  /** Nothing was done after all. */
  forget(name: string): void {
    const hash = hashOf(name);
    if (this.#begun.delete(hash)) this.#append('-', hash, Date.now());
  }

  #append(sign: string, hash: string, atMs: number): void {
    appendFileSync(this.#path, `\n${sign}${hash} ${atMs}`, { mode: 0o600 });
    this.#lines++;
  }

  /** Without what is too old to be repeated. Replaced by rename, so that a crash leaves the old file or the new one. */
  #rewrite(): void {
    const young = [...this.#begun].filter(([, atMs]) => Date.now() - atMs < rememberedMs);
    this.#begun = new Map(young.slice(-maxRemembered));
    const lines = [...this.#begun].map(([hash, atMs]) => `\n+${hash} ${atMs}`);
    writeFileSync(`${this.#path}.new`, lines.join(''), { mode: 0o600 });
    renameSync(`${this.#path}.new`, this.#path);
    this.#lines = lines.length;
  }
}

function hashOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 32);
}
