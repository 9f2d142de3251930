// What must run or be there before the first paint stands in the page itself, so that nothing is waited for: the
// theme's script, the script that starts the rest, and on rendered pages the style sheet.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Puts these scripts of public/ into the page; the policy of the site lets them run by their hashes. */
const earlyScripts = ['theme.js', 'arrive.js'];

export type EarlyCode = { insert(html: string): string; hashes: readonly string[] };

/** Takes the scripts out of the built folder: pages hold them, nobody asks for them any more. */
export function takeEarlyCode(dist: string): EarlyCode {
  const scripts = earlyScripts.map((name) => {
    const code = readFileSync(join(dist, name), 'utf8').replace(/^\s*\/\/.*\n/gm, '');
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

/**
 * On a page with text: scripts and the pictures of the first screen wait until it is painted (arrive.js starts
 * them), styles are there at once.
 */
export function putTextFirst(html: string, dist: string, moreScripts: readonly string[]): string {
  const program = /<script type="module" crossorigin src="([^"]+)"><\/script>\s*/.exec(html);
  const styles = /<link rel="stylesheet" crossorigin href="([^"]+)">\s*/.exec(html);
  if (!program?.[1] || !styles?.[1]) throw new Error('the built page names no program or no styles');
  const preload = /<link rel="modulepreload" crossorigin href="([^"]+)">\s*/g;
  const needed = [...html.matchAll(preload)].map(([, href = '']) => href);
  const kept = JSON.stringify([program[1], ...new Set([...needed, ...moreScripts])]);
  const css = readFileSync(join(dist, styles[1]), 'utf8').trim();
  return replaceOnce(
    html
      .replace(/<img src=("[^"]+"[^>]*\sdata-arrive\b)/g, '<img data-src=$1')
      .replace(program[0], '')
      .replace(preload, '')
      .replace(styles[0], () => `<style>${css}</style>\n    `),
    '</head>',
    `  <script type="application/json" id="kept-scripts">${kept}</script>\n  </head>`,
  );
}

function replaceOnce(html: string, what: string, by: string): string {
  if (!html.includes(what)) throw new Error(`the built page has no ${what}`);
  return html.replace(what, () => by);
}
