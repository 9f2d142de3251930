// Puts into each page what it needs before the first paint, so that it waits for no file: the script of the theme, the script
// that starts the rest, the declarations of the typefaces, and on rendered pages the style rules that they use.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { minifySync } from 'vite';
import { stylesOfPage, takeFaces } from './page-styles.ts';

/** The scripts of public/ that are put into the page. The site's policy allows them by their hashes. */
const earlyScripts = ['theme.js', 'arrive.js'];

export type EarlyCode = { insert(html: string): string; hashes: readonly string[] };

/** Removes the scripts from the built folder, because the pages contain them. */
export function takeEarlyCode(dist: string): EarlyCode {
  const scripts = earlyScripts.map((name) => {
    const { code, errors } = minifySync(name, readFileSync(join(dist, name), 'utf8'), { module: false });
    if (errors[0]) throw errors[0];
    rmSync(join(dist, name));
    return { name, code, hash: `sha256-${createHash('sha256').update(code).digest('base64')}` };
  });
  return {
    hashes: scripts.map(({ hash }) => hash),
    insert: (html) =>
      scripts.reduce(
        (page, { name, code }) =>
          replaceOnce(page, `<script src="/${name}"></script>`, `<script>${code}</script>`),
        html,
      ),
  };
}

export type EarlyStyles = {
  /** For a page without text, which waits for the whole style sheet. */
  insertFaces(html: string): string;
  /** For a page with text, which contains its own rules. `later` is the address of the whole style sheet. */
  insertRules(html: string): { html: string; later: string };
};

/**
 * Sections below the first screen are laid out later, before anybody scrolls (layOutSections). Until then their height is an
 * estimate. For print all sections are laid out.
 */
const laidOutLater =
  '@media screen{:root:not([data-whole]) main>section{content-visibility:auto;contain-intrinsic-height:auto 900px}}';

const sheetLink = /<link rel="stylesheet" crossorigin href="([^"]+)">/;

/**
 * Moves the typefaces from the built style sheet into the pages. Declared twice, they would be loaded twice, and a style sheet
 * with typefaces causes a second layout of the page when it has loaded.
 */
export function takeEarlyStyles(dist: string, html: string): EarlyStyles {
  const [link, later] = sheetLink.exec(html) ?? [];
  if (link === undefined || later === undefined) throw new Error('the built page names no styles');
  const file = join(dist, later);
  const { faces, rest } = takeFaces(readFileSync(file, 'utf8'));
  writeFileSync(file, rest);
  const unblocked = `<noscript>${link}</noscript>`;
  return {
    insertFaces: (page) => replaceOnce(page, link, `<style>${faces}</style>\n    ${link}`),
    insertRules: (page) => {
      const rules = faces + stylesOfPage(rest, page) + laidOutLater;
      return { html: replaceOnce(page, link, `<style>${rules}</style>\n    ${unblocked}`), later };
    },
  };
}

/**
 * On a page with text: scripts, the whole style sheet and the pictures of the first screen wait until the text is
 * painted (arrive.js starts them).
 */
export function putTextFirst(page: string, styles: EarlyStyles, moreScripts: readonly string[]): string {
  const { html, later } = styles.insertRules(page);
  const program = /<script type="module" crossorigin src="([^"]+)"><\/script>\s*/.exec(html);
  if (!program?.[1]) throw new Error('the built page names no program');
  const preload = /<link rel="modulepreload" crossorigin href="([^"]+)">\s*/g;
  const needed = [...html.matchAll(preload)].map(([, href = '']) => href);
  const kept = JSON.stringify([later, program[1], ...new Set([...needed, ...moreScripts])]);
  return replaceOnce(
    html
      .replace(/<img src=("[^"]+"[^>]*\sdata-arrive\b)/g, '<img data-src=$1')
      .replace(program[0], '')
      .replace(preload, ''),
    '</head>',
    `  <script type="application/json" id="kept">${kept}</script>\n  </head>`,
  );
}

function replaceOnce(html: string, what: string, by: string): string {
  if (!html.includes(what)) throw new Error(`the built page has no ${what}`);
  return html.replace(what, () => by);
}
