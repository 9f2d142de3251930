// `pocketfleet login`: the command shows a code, a person agrees in the browser, and can end it there.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openBrowser } from './browser.ts';
import { signIn } from './sign-in.ts';

const main = resolve(import.meta.dirname, '../packages/cli/src/main.ts');
const site = inject('site');
let browser: Browser;
let folder: string;
let waiting: ChildProcess | undefined;

beforeAll(async () => {
  browser = await openBrowser();
  folder = mkdtempSync(join(tmpdir(), 'pocketfleet-login-'));
});
afterAll(async () => {
  waiting?.kill();
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** `said` grows while the command runs. */
function pocketfleet(...args: string[]) {
  const env = { ...process.env, POCKETFLEET_URL: site, XDG_CONFIG_HOME: folder };
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  waiting = child;
  const run = { said: '', out: '' };
  child.stderr.on('data', (chunk) => {
    run.said += String(chunk);
  });
  child.stdout.on('data', (chunk) => {
    run.out += String(chunk);
  });
  const ended = new Promise<number | null>((done) => child.once('close', done));
  return { run, ended };
}

it('a command line gets in without a password, does what was chosen, and is cut off from the page', async () => {
  const login = pocketfleet('login');
  await expect.poll(() => login.run.said).toMatch(/enter the code [A-Z]{4}-[A-Z]{4}/);
  const link = /Or open (\S+)/.exec(login.run.said)?.[1] ?? '';

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  await signIn(page, site);
  await page.goto(link);
  await page.getByRole('button', { name: 'Continue' }).click();
  const form = page.getByRole('form', { name: 'Connect Pocketfleet command line?' });
  await form.getByText(/^pocketfleet\/\d/).waitFor();
  await form.getByLabel('All phones').check();
  expect(await form.getByLabel('Secrets').isChecked()).toBe(false);
  await form.getByLabel('Webhooks').check();
  await form.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByRole('heading', { name: 'Pocketfleet command line is connected' }).waitFor();

  expect(await login.ended).toBe(0);
  expect(login.run.out).toContain('Signed in as demo');
  const phones = pocketfleet('phones', '--json');
  expect(await phones.ended).toBe(0);
  expect(phones.run.out).toContain('PF-');
  const webhooks = pocketfleet('webhooks', 'list', '--json');
  expect(await webhooks.ended).toBe(0);
  expect(JSON.parse(webhooks.run.out)).toEqual(expect.objectContaining({}));
  // Else only looking was chosen.
  const tag = /PF-\d+/.exec(phones.run.out)?.[0] ?? '';
  const shell = pocketfleet('shell', tag, 'id');
  expect(await shell.ended).toBe(4);
  expect(shell.run.said).toContain('This program does not have the permission');

  await page.goto(`${site}/programs/connected`);
  await page.getByRole('button', { name: 'Disconnect Pocketfleet command line' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByText('No connected programs').waitFor();
  const after = pocketfleet('whoami');
  expect(await after.ended).toBe(3);
  await context.close();
});
