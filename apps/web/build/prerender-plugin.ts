// Makes the public pages from the one page of the build, each with its text, its title and the files that it needs at once. The
// page without text becomes shell.html, which is served for all other routes.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brand } from '@pocketfleet/rules';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type Rolldown } from 'vite';
import type { PublicPage } from '../src/app/public-pages.ts';
import { type EarlyStyles, putTextFirst, takeEarlyCode, takeEarlyStyles } from './early-code.ts';

type Rendered = {
  renderPage(path: string): Promise<string>;
  publicPages: readonly PublicPage[];
  notFoundPage: PublicPage;
  routePatterns: readonly string[];
};
type Bundle = Rolldown.OutputBundle;

/** Typefaces of the first screen. */
const earlyFonts = /geist(?:-mono)?-first.*\.woff2$/;

/** The files that the page's first script loads one after the other. The page requests all of them at once. */
const parts = ['src/app/react-root.ts', 'src/app/start.tsx'];

/** The file with the code of each public page. The legal texts share one file. */
const modules: Record<string, string> = {
  '/': 'src/pages/landing-page.tsx',
  '/404': 'src/pages/not-found-page.tsx',
};

export function prerender(root: string): Plugin {
  return {
    name: 'pocketfleet:prerender',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const dist = dir ?? join(root, 'dist');
      const early = takeEarlyCode(dist);
      const built = readFileSync(join(dist, 'index.html'), 'utf8');
      const plain = withParts(withEarlyFonts(built, bundle), bundle);
      const styles = takeEarlyStyles(dist, plain);
      const shell = early.insert(plain);
      writeFileSync(join(dist, 'shell.html'), styles.insertFaces(shell));
      const rendererDir = join(root, 'node_modules', '.prerender');
      try {
        const { renderPage, publicPages, notFoundPage, routePatterns } = await buildRenderer(
          root,
          rendererDir,
        );
        for (const page of publicPages) {
          const file = join(dist, page.path, 'index.html');
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, pageHtml({ shell, styles, bundle }, page, await renderPage(page.path)));
        }
        const notFound = pageHtml(
          { shell, styles, bundle },
          notFoundPage,
          await renderPage(notFoundPage.path),
        );
        writeFileSync(join(dist, '404.html'), notFound);
        // For the server: it answers 404 for other routes, and lets no other inline script run. Named with a
        // dot, the file is not served itself.
        const facts = { routes: routePatterns, inline_scripts: early.hashes };
        writeFileSync(join(dist, '.site.json'), JSON.stringify(facts));
      } finally {
        rmSync(rendererDir, { recursive: true, force: true });
      }
    },
  };
}

/** Builds the code of the pages for Node. It loads parts of itself later, so its folder is removed only at the end. */
async function buildRenderer(root: string, outDir: string): Promise<Rendered> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [react()],
    ssr: { noExternal: true },
    build: {
      ssr: 'src/app/prerender.tsx',
      outDir,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      target: 'node24',
    },
  });
  const rendered: Rendered = await import(pathToFileURL(join(outDir, 'prerender.js')).href);
  return rendered;
}

type Built = { shell: string; styles: EarlyStyles; bundle: Bundle };

function pageHtml({ shell, styles, bundle }: Built, page: PublicPage, text: string): string {
  const head = [
    `<meta property="og:type" content="website" />`,
    `<meta property="og:site_name" content="${brand.name}" />`,
    // The server puts its own address before these two paths. The not-found page stands for every address.
    ...(page.path === '/404' ? [] : [`<meta property="og:url" content="${page.path}" />`]),
    `<meta property="og:image" content="/social-preview.png" />`,
    `<meta property="og:title" content="${escapeHtml(page.title)}" />`,
    `<meta property="og:description" content="${escapeHtml(page.description)}" />`,
    `<meta property="og:image:width" content="1200" />`,
    `<meta property="og:image:height" content="630" />`,
    `<meta name="twitter:card" content="summary_large_image" />`,
  ];
  const html = shell
    .replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(page.title)}</title>`)
    .replace(/(<meta name="description" content=")[^"]*/, (_, start) => start + escapeHtml(page.description))
    .replace('</head>', () => `${head.join('\n    ')}\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${text}</div>`);
  const scripts = chunksOf(modules[page.path] ?? 'src/pages/legal-pages.tsx', bundle).map(
    (file) => `/${file}`,
  );
  return putTextFirst(html, styles, scripts);
}

/** The chunk that holds this page, and those that it imports at once. */
function chunksOf(module: string, bundle: Bundle): string[] {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  const found = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`));
  if (found === undefined) throw new Error(`no chunk holds ${module}`);
  const files = new Set([found.fileName]);
  for (const file of files) {
    const chunk = bundle[file];
    if (chunk?.type === 'chunk') for (const next of chunk.imports) files.add(next);
  }
  return [...files];
}

function withParts(html: string, bundle: Bundle): string {
  const files = new Set(parts.flatMap((part) => chunksOf(part, bundle)));
  const links = [...files]
    .filter((file) => !html.includes(`"/${file}"`))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
  return html.replace('</head>', () => `${links.join('\n    ')}\n  </head>`);
}

function withEarlyFonts(html: string, bundle: Bundle): string {
  const links = Object.keys(bundle)
    .filter((file) => earlyFonts.test(file))
    .map((file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}" />`);
  return html.replace('</head>', () => `${links.join('\n    ')}\n  </head>`);
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
