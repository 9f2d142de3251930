// Writes the logos that the landing page shows into one small file, so that no page carries them as script.
// `node apps/web/test/write-app-logos.ts` after simple-icons has changed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as icons from 'simple-icons/icons';
import { appLogos } from '../src/features/landing/app-logos.ts';

const target = join(import.meta.dirname, '../src/features/landing/media/app-logos.svg');
const bySlug = new Map(
  Object.values(icons).flatMap((icon) => ('slug' in icon ? [[icon.slug, icon] as const] : [])),
);
const symbols = appLogos.map(({ slug }) => {
  const icon = bySlug.get(slug);
  if (icon === undefined) throw new Error(`simple-icons has no ${slug}`);
  return `<symbol id="${slug}" viewBox="0 0 24 24"><path d="${icon.path}"/></symbol>`;
});
writeFileSync(
  target,
  `<svg xmlns="http://www.w3.org/2000/svg">\n<title>App logos</title>\n${symbols.join('\n')}\n</svg>\n`,
);
