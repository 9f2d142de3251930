// The files that a page of the built site loads before any interaction, from the build's manifest.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';

export const dist = resolve(import.meta.dirname, '../apps/web/dist');

const manifest = z
  .record(
    z.string(),
    z.object({
      file: z.string(),
      imports: z.array(z.string()).default([]),
      css: z.array(z.string()).default([]),
    }),
  )
  .parse(JSON.parse(readFileSync(join(dist, '.manifest.json'), 'utf8')));

/** The sources under this folder that have a file of their own in the build: pages are loaded when visited. */
export function listEntries(folder: string): string[] {
  return Object.keys(manifest).filter((key) => key.startsWith(folder));
}

/** Paths of all scripts that these sources load at once. */
export function scriptsOf(...sources: readonly string[]): string[] {
  const wanted = new Set(sources);
  for (const source of wanted) for (const next of chunkOf(source).imports) wanted.add(next);
  return [...new Set([...wanted].map((source) => join(dist, chunkOf(source).file)))].filter((file) =>
    file.endsWith('.js'),
  );
}

/** Paths of the style sheets that these sources need. */
export function stylesOf(...sources: readonly string[]): string[] {
  return sources.flatMap((source) => chunkOf(source).css.map((file) => join(dist, file)));
}

function chunkOf(source: string) {
  const chunk = manifest[source];
  if (chunk === undefined) throw new Error(`the build has no file for ${source}`);
  return chunk;
}
