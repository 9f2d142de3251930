import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type ListedPhone = { tag: string; serial: string; model: string; adb: { host: string; port: number } };

/** The phones of the running demo, from the list in its data folder. */
export function readVirtualPhones(dataDir: string): ListedPhone[] {
  return JSON.parse(readFileSync(join(dataDir, 'virtual-phones.json'), 'utf8')) as ListedPhone[];
}
