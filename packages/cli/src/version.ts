import { readFileSync } from 'node:fs';

/** The version in package.json, which is one folder above this file, in the sources as in the packed command. */
export function version(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
