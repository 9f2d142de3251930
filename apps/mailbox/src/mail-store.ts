// Stores the newest mails on disk, one file each, exactly as they arrived over SMTP. File names are counters, so their
// order is the order of arrival, and no part of a mail becomes part of a path.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type StoredMail = { readonly id: string; readonly received_at: string; readonly raw: Buffer };

export const keptMails = 500;
const fileName = /^(\d{10})\.eml$/;

export type MailStore = {
  add(raw: Buffer): string;
  /** Newest first. */
  list(limit: number): StoredMail[];
  find(id: string): StoredMail | undefined;
};

export function openMailStore(dir: string): MailStore {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  let ids = readIds(dir);
  const read = (id: string): StoredMail | undefined => {
    try {
      const path = join(dir, `${id}.eml`);
      return { id, received_at: statSync(path).mtime.toISOString(), raw: readFileSync(path) };
    } catch {
      return undefined;
    }
  };
  return {
    add(raw) {
      const id = String(Number(ids.at(-1) ?? 0) + 1).padStart(10, '0');
      const path = join(dir, `${id}.eml`);
      writeFileSync(`${path}.half`, raw, { mode: 0o600 });
      renameSync(`${path}.half`, path);
      ids.push(id);
      for (const old of ids.slice(0, -keptMails)) rmSync(join(dir, `${old}.eml`), { force: true });
      ids = ids.slice(-keptMails);
      return id;
    },
    list: (limit) =>
      ids
        .slice(-limit)
        .reverse()
        .flatMap((id) => read(id) ?? []),
    find: (id) => (ids.includes(id) ? read(id) : undefined),
  };
}

function readIds(dir: string): string[] {
  const names = readdirSync(dir);
  for (const name of names) if (name.endsWith('.half')) rmSync(join(dir, name), { force: true });
  return names.flatMap((name) => fileName.exec(name)?.[1] ?? []).sort();
}
