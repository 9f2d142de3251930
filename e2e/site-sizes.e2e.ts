// The size limits of pages, compressed as the server sends them. size-limit measures the files of the build's manifest,
// so a new page is measured from its first day.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import weighing from '@size-limit/file';
import sizeLimit from 'size-limit';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dist, listEntries, scriptsOf, stylesOf } from './built-site.ts';

const kilobyte = 1024;
/** The first script, and the parts that it loads (apps/web/src/app/main.tsx). */
const program = ['index.html', 'src/app/react-root.ts', 'src/app/start.tsx'];
const publicPages = ['landing-page', 'legal-pages', 'not-found-page'];
const visitorPages = ['login-page', 'register-page', 'password-link-pages', 'verify-email-page'];
/** The frame around every page of a customer. */
const customerFrame = ['src/app/account-data.tsx', 'src/features/layout/protected-layout.tsx'];
const figures: string[] = [];

afterAll(() => console.log(figures.join('\n')));

/** Most pages share most files, and each is compressed by itself: one measurement for each file is enough. */
const sizes = new Map<string, Promise<number>>();

async function measure(file: string): Promise<number> {
  const weights: unknown = await sizeLimit([weighing], [file]);
  const [weight] = z.array(z.object({ size: z.number() })).parse(weights);
  return weight?.size ?? 0;
}

async function weigh(name: string, files: readonly string[], mostBytes: number): Promise<void> {
  for (const file of files) if (!sizes.has(file)) sizes.set(file, measure(file));
  const each = await Promise.all(files.map((file) => sizes.get(file) ?? 0));
  const bytes = each.reduce((sum, size) => sum + size, 0);
  figures.push(
    `${name.padEnd(44)}${(bytes / kilobyte).toFixed(1).padStart(7)} of ${mostBytes / kilobyte} KB`,
  );
  expect(bytes).toBeGreaterThan(1_000);
  expect(bytes).toBeLessThanOrEqual(mostBytes);
}

const isOneOf = (names: readonly string[]) => (entry: string) =>
  names.some((name) => entry === `src/pages/${name}.tsx`);
const pages = listEntries('src/pages/').filter((entry) => /-pages?\.tsx$/.test(entry));

describe('a public page', () => {
  it.each(pages.filter(isOneOf(publicPages)))('%s has at most 120 KB of script before it is used', (page) =>
    weigh(page, [...scriptsOf(...program, page)], 120 * kilobyte),
  );

  it.each(pages.filter(isOneOf(publicPages)))('%s asks for at most 14 script files', (page) => {
    const files = scriptsOf(...program, page).length;
    figures.push(`${page.padEnd(44)}${String(files).padStart(7)} of 14 files`);
    expect(files).toBeGreaterThan(1);
    expect(files).toBeLessThanOrEqual(14);
  });

  it('has at most 12 KB of styles', () => weigh('styles', stylesOf(...program), 12 * kilobyte));

  // The bytes of a connection's first flight: ten packets, less the response's headers.
  it.each(['index.html', '404.html', 'terms/index.html'])(
    '%s is a page of at most 13.5 KB, its styles and first scripts included',
    (file) => weigh(file, [join(dist, file)], 13.5 * kilobyte),
  );

  it('has at most 24 KB of typefaces on its first screen', () =>
    weigh(
      'typefaces',
      readdirSync(join(dist, 'assets'))
        .filter((file) => /-first-.*\.woff2$/.test(file))
        .map((file) => join(dist, 'assets', file)),
      24 * kilobyte,
    ));
});

describe('a page of the console', () => {
  it.each(pages.filter((page) => !isOneOf(publicPages)(page)))('%s starts with at most 170 KB', (page) => {
    const around = isOneOf(visitorPages)(page) ? [] : customerFrame;
    // The player doesn't count, because the session page shares it with the stream frame.
    const player = page.endsWith('/stream-page.tsx') ? scriptsOf('frame.html') : [];
    const scripts = scriptsOf(...program, ...around, page).filter((file) => !player.includes(file));
    return weigh(page, [...scripts], 170 * kilobyte);
  });
});

describe('the stream frame', () => {
  it('is a page of at most 60 KB in total', () =>
    weigh(
      'frame',
      [join(dist, 'frame.html'), ...scriptsOf('frame.html'), ...stylesOf('frame.html')],
      60 * kilobyte,
    ));
});

describe('the page of guests', () => {
  it('is a page of at most 60 KB in total', () =>
    weigh(
      'guest',
      [join(dist, 'guest.html'), ...scriptsOf('guest.html'), ...stylesOf('guest.html')],
      60 * kilobyte,
    ));
});
