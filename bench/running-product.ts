// The running product that several rows measure, started once for all of them, with a signed-in browser.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openWholeBrowser } from '../e2e/browser.ts';
import { signIn } from '../e2e/sign-in.ts';
import { findFreePort } from '../tools/postgres/free-port.ts';
import { runStart, type StartRun } from '../tools/start/start-run.ts';

export type RunningProduct = {
  readonly site: string;
  readonly dataDir: string;
  readonly page: Page;
  /** Ids of the demo customer's phones. */
  readonly phoneIds: readonly string[];
};

const startEntry = resolve(import.meta.dirname, '../tools/start.mjs');
let running: { product: RunningProduct; run: StartRun; browser: Browser; place: string } | undefined;

/** The environment of a separate start: free ports, the data folder, and `env`. */
export async function startOn(dataDir: string, env: Record<string, string> = {}): Promise<StartRun> {
  return runStart(startEntry, {
    PORT: String(await findFreePort()),
    OPERATOR_PORT: String(await findFreePort()),
    AGENT_PORT: String(await findFreePort()),
    POCKETFLEET_DATA: dataDir,
    DATABASE_URL: '',
    ...env,
  });
}

export async function getRunningProduct(): Promise<RunningProduct> {
  if (running !== undefined) return running.product;
  const place = mkdtempSync(join(tmpdir(), 'pocketfleet-bench-'));
  const run = await startOn(join(place, 'data'));
  const site = await run.ready;
  const browser = await openWholeBrowser();
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  await signIn(page, site);
  const phoneIds = await page.evaluate(async () => {
    const token = /(?:^|; )access_token=([^;]+)/.exec(document.cookie)?.[1] ?? '';
    const response = await fetch('/api/phones', { headers: { authorization: `Bearer ${token}` } });
    const body = (await response.json()) as { id: string }[] | { phones: { id: string }[] };
    return (Array.isArray(body) ? body : body.phones).map((phone) => phone.id);
  });
  running = { product: { site, dataDir: join(place, 'data'), page, phoneIds }, run, browser, place };
  return running.product;
}

export async function stopRunningProduct(): Promise<void> {
  if (running === undefined) return;
  const { run, browser, place } = running;
  running = undefined;
  await browser.close();
  await run.stop();
  rmSync(place, { recursive: true, force: true });
}
