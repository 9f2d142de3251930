import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes a folder of temporary files. Products that root has started in it may have their database elsewhere, where
 * its own user gets to it: their data folders name the place.
 */
export function removePlace(place: string): void {
  if (!existsSync(place)) return;
  for (const name of readdirSync(place, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('database-place.json')) removeDatabase(join(place, name));
  }
  rmSync(place, { recursive: true, force: true, maxRetries: 3 });
}

function removeDatabase(file: string): void {
  try {
    const { place } = JSON.parse(readFileSync(file, 'utf8')) as { place?: unknown };
    // Only what is made for one product: a whole path of a folder that is named so.
    const isItsOwn = typeof place === 'string' && /^\/[^.]*\/database-[0-9a-f]{8}(?:\/|$)/.test(place);
    if (isItsOwn) rmSync(place.replace(/(database-[0-9a-f]{8}).*$/, '$1'), { recursive: true, force: true });
  } catch {
    // Half written when its product was stopped: there is no database yet.
  }
}
