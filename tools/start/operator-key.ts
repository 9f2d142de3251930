import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The demo's key for operators' second factors. It is created once and kept outside the database. */
export function readOrMakeOperatorKey(dataDir: string): string {
  const path = join(dataDir, 'operator-secrets-key');
  const found = existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
  if (found !== '') return found;
  const key = randomBytes(32).toString('hex');
  writeFileSync(path, `${key}\n`, { mode: 0o600 });
  return key;
}
