// Components alone in a real browser: a fixture (*.fixture.tsx) is built as our pages are, and served from memory.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { openBrowser } from './browser.ts';

/** Below localhost, so that the page is a secure context: only there do browsers decode video. */
const origin = 'http://component.localhost';

type Setup = {
  /** The path in the page's address. */
  path?: string;
  /** Runs before the page is loaded, such as to answer its calls. */
  before?(page: Page): Promise<unknown>;
};

type BuildOptions = {
  /** With the build of React in which <Profiler> counts; the usual one doesn't. */
  isProfiled?: boolean;
};

type Files = Map<string, string | Uint8Array>;
/** By fixture and build: the test files of a run share what one of them has built, those of one worker in its memory. */
const built = new Map<string, Promise<Files>>();

/** Opens the fixture in a new page for each test; `query` selects what the fixture shows. */
export function prepareComponent(
  fixture: string,
  buildOptions: BuildOptions = {},
): (query?: string, options?: BrowserContextOptions, setup?: Setup) => Promise<Page> {
  let files: Files;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  const pages: Page[] = [];
  beforeAll(async () => {
    const key = `${fixture} ${JSON.stringify(buildOptions)}`;
    const building = built.get(key) ?? readOrBuild(key, () => buildFixture(fixture, buildOptions));
    built.set(key, building);
    [files, browser] = await Promise.all([building, openBrowser()]);
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.context().close();
  });
  afterAll(() => browser?.close());
  return async (query = '', options = {}, { path: pagePath = '/', before } = {}) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    await context.route(`${origin}/**`, (route) => {
      const isDocument = route.request().resourceType() === 'document';
      const path = new URL(route.request().url()).pathname.slice(1);
      const body = isDocument ? documentOf([...files.keys()]) : files.get(path);
      if (body === undefined) return route.fulfill({ status: 404 });
      const type = isDocument ? 'text/html' : path.endsWith('.css') ? 'text/css' : 'text/javascript';
      return route.fulfill({ contentType: type, body: typeof body === 'string' ? body : Buffer.from(body) });
    });
    const page = await context.newPage();
    pages.push(page);
    await before?.(page);
    await page.goto(`${origin}${pagePath}?${query}`);
    return page;
  };
}

/** A build costs one to three seconds of CPU, and the other workers of this run need the same. */
async function readOrBuild(key: string, build: () => Promise<Files>): Promise<Files> {
  const folder = process.env['TEST_BUILDS'];
  if (folder === undefined) return await build();
  const file = join(folder, createHash('sha256').update(key).digest('hex'));
  if (existsSync(file)) return deserialize(readFileSync(file)) as Files;
  const files = await build();
  // Another worker that looks now finds nothing or all of it.
  writeFileSync(`${file}.${process.pid}`, serialize(files));
  renameSync(`${file}.${process.pid}`, file);
  return files;
}

async function buildFixture(fixture: string, { isProfiled = false }: BuildOptions): Promise<Files> {
  // Vitest sets `test`, with which Vite would take React's development build: slower, and not what customers get.
  const mode = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  const output = await build({
    configFile: false,
    root: dirname(fixture),
    logLevel: 'error',
    plugins: [react(), tailwindcss()],
    resolve: { alias: isProfiled ? { 'react-dom/client': 'react-dom/profiling' } : {} },
    build: { write: false, rolldownOptions: { input: fixture, output: { entryFileNames: 'fixture.js' } } },
  }).finally(() => {
    process.env['NODE_ENV'] = mode;
  });
  const outputs = (Array.isArray(output) ? output : [output]).flatMap((each) =>
    'output' in each ? each.output : [],
  );
  return new Map(
    outputs.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source] as const),
  );
}

function documentOf(files: readonly string[]): string {
  const styles = files
    .filter((file) => file.endsWith('.css'))
    .map((file) => `<link rel="stylesheet" href="/${file}">`);
  return `<!doctype html><html lang="en"><head><title>Component</title><meta name="viewport" content="width=device-width">${styles.join('')}</head><body><div id="root"></div><script type="module" src="/fixture.js"></script></body></html>`;
}
