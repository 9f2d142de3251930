// Shows every page of the built site in a real browser, in every state, size and theme: takes pictures, asks axe, and writes
// index.html, a gallery of all pictures in the folder. `node apps/web/test/look.ts <folder> [name filter]` after
// `npm run build -w @pocketfleet/web`. SIZES and THEMES choose some: `SIZES=390,844x390 THEMES=dark`.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { findTestBrowser } from '../../../tools/test-run/system-programs.ts';
import { accountScenes, type Scene } from './account-scenes.ts';
import { type FakeApi, type FakeState, startFakeApi } from './fake-api.ts';
import { galleryOf } from './gallery-of-pictures.ts';
import { rentingScenes } from './renting-scenes.ts';
import { sampleAssignments, sampleDevices, sampleUser } from './sample-fleet.ts';

const [folder = '/tmp/pf-web/pictures', filter = ''] = process.argv.slice(2);
const sizes = (process.env['SIZES'] ?? '320,390,844x390,768,1440,1920').split(',').map(readSize);
const password = 'Pocketfleet-demo-1';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const scriptSizes = new Map<string, number>();

const scenes: Scene[] = [
  { name: 'landing', path: '/', isSignedIn: false },
  { name: 'login', path: '/login', isSignedIn: false },
  {
    name: 'login-errors',
    path: '/login',
    isSignedIn: false,
    act: async (page) => page.getByRole('button', { name: 'Sign In' }).click(),
  },
  {
    name: 'login-unverified',
    path: '/login',
    isSignedIn: false,
    state: { isVerified: false },
    act: async (page) => {
      await fillLogin(page);
      await page.getByRole('button', { name: 'Resend Verification Email' }).waitFor();
    },
  },
  ...accountScenes,
  { name: 'not-found', path: '/no/such/page', isSignedIn: false },
  { name: 'unauthorized', path: '/unauthorized-stream/4711', isSignedIn: false },
  { name: 'unauthorized-offline', path: '/unauthorized-stream/OFFLINE', isSignedIn: true },
  { name: 'unauthorized-foreign', path: '/unauthorized-stream/4711', isSignedIn: true },
  { name: 'lock-account', path: '/lock-account?token=a&email=marta@example.com', isSignedIn: false },
  { name: 'crash', path: '/history', isSignedIn: true, breaks: 'Intl.DateTimeFormat' },
  { name: 'devices', path: '/devices', isSignedIn: true },
  { name: 'devices-empty', path: '/devices', isSignedIn: true, state: { devices: [] } },
  { name: 'devices-loading', path: '/devices', isSignedIn: true, state: { broken: { listPhones: 'hang' } } },
  { name: 'devices-error', path: '/devices', isSignedIn: true, state: { broken: { listPhones: 500 } } },
  { name: 'devices-ended', path: '/devices', isSignedIn: true, state: { broken: { listPhones: 403 } } },
  { name: 'devices-no-match', path: '/devices?q=nothing', isSignedIn: true },
  {
    name: 'devices-50',
    path: '/devices?sort=battery&dir=desc',
    isSignedIn: true,
    state: { devices: sampleDevices(50) },
  },
  {
    name: 'devices-menu',
    path: '/devices',
    isSignedIn: true,
    act: async (page) => page.getByRole('button', { name: /marta/ }).click(),
  },
  {
    name: 'devices-help',
    path: '/devices',
    isSignedIn: true,
    act: async (page) => {
      const opener = page.getByRole('button', { name: 'Open navigation' });
      if (await opener.isVisible()) await opener.click();
      await page.getByRole('button', { name: 'Help' }).click();
      await page.getByRole('button', { name: 'Test my line' }).click();
      await page.getByRole('button', { name: 'Test again' }).waitFor();
      await page.getByRole('heading', { name: 'Talk to us' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'devices-help-steps',
    path: '/devices',
    isSignedIn: true,
    act: async (page) => {
      const opener = page.getByRole('button', { name: 'Open navigation' });
      if (await opener.isVisible()) await opener.click();
      await page.getByRole('button', { name: 'Help' }).click();
      await page.getByRole('heading', { name: 'First steps' }).waitFor();
    },
  },
  { name: 'keys', path: '/programs/keys', isSignedIn: true },
  {
    name: 'history-streamed',
    path: '/history',
    isSignedIn: true,
    act: async (page) => {
      await page.getByRole('radio', { name: 'Streamed' }).click();
      await page.getByRole('heading', { name: 'Usage by week' }).scrollIntoViewIfNeeded();
    },
  },
  { name: 'mosaic', path: '/devices?view=mosaic', isSignedIn: true },
  {
    name: 'mosaic-none',
    path: '/devices?view=mosaic',
    isSignedIn: true,
    state: { devices: sampleDevices().filter((device) => device.connection_state === 'offline') },
  },
  { name: 'stream', path: '/devices/FIRST/stream', isSignedIn: true },
  { name: 'history', path: '/history', isSignedIn: true },
  { name: 'history-empty', path: '/history', isSignedIn: true, state: { assignments: [] } },
  { name: 'history-error', path: '/history', isSignedIn: true, state: { broken: { listAssignments: 500 } } },
  ...rentingScenes,
  { name: 'settings', path: '/settings', isSignedIn: true, act: waitForProfile },
  {
    name: 'settings-changed',
    path: '/settings',
    isSignedIn: true,
    state: { pendingEmail: 'a.very.long.address.that.does.not.fit@brightside-agency.example' },
    act: async (page) => {
      await waitForProfile(page);
      await page.getByLabel('Last name').fill('Ruiz Vega');
      await page.getByRole('button', { name: 'Save Changes' }).click();
    },
  },
  {
    name: 'settings-loading',
    path: '/settings',
    isSignedIn: true,
    state: { broken: { getProfile: 'hang' } },
  },
  { name: 'settings-error', path: '/settings', isSignedIn: true, state: { broken: { getProfile: 500 } } },
  {
    name: 'settings-security',
    path: '/settings?tab=security',
    isSignedIn: true,
    act: async (page) => {
      await page.getByText('Firefox on Windows').waitFor();
      await page.getByLabel('Current password', { exact: true }).fill('old-Password-1');
      await page.getByLabel('New password', { exact: true }).fill('Kettle-violet');
      await page.getByLabel('Confirm new password', { exact: true }).fill('Kettle');
      await page.getByRole('button', { name: 'Update Password' }).click();
    },
  },
];

/** "390" or "844x390". */
function readSize(text: string): { width: number; height: number } {
  const [width = 390, height] = text.split('x').map(Number);
  return { width, height: height ?? (width < 500 ? 844 : width < 800 ? 1024 : 940) };
}

function nameOf({ width, height }: { width: number; height: number }): string {
  return height < width / 2 ? `${width}x${height}` : String(width);
}

function freshState(): FakeState {
  return {
    user: sampleUser,
    password,
    isVerified: true,
    devices: sampleDevices(),
    assignments: sampleAssignments(),
    broken: {},
  };
}

async function waitForProfile(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save Changes' }).waitFor();
}

async function fillLogin(page: Page): Promise<void> {
  await page.getByLabel('Username').fill(sampleUser.username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

async function show(context: BrowserContext, api: FakeApi, scene: Scene, label: string): Promise<string[]> {
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => scene.breaks ?? problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (scene.breaks === undefined && message.type() === 'error' && !text.includes('Failed to load resource'))
      problems.push(text);
  });
  if (scene.isSignedIn && (await context.cookies()).every((cookie) => cookie.name !== 'access_token')) {
    Object.assign(api.state, freshState());
    await page.goto(`${api.url}/login`);
    await fillLogin(page);
    await page.waitForURL('**/devices');
  }
  Object.assign(api.state, freshState(), scene.state);
  const idOf = (state: string) =>
    api.state.devices.find((device) => device.connection_state === state)?.id ?? '';
  const path = scene.path.replace('FIRST', idOf('online')).replace('OFFLINE', idOf('offline'));
  if (scene.breaks === 'Intl.DateTimeFormat')
    await page.addInitScript(() => {
      const broken = () => {
        throw new Error('Intl.DateTimeFormat is broken');
      };
      Object.defineProperty(Intl, 'DateTimeFormat', { value: broken });
    });
  await page.goto(api.url + path);
  await page.waitForLoadState('load');
  await page.evaluate(() => document.fonts.ready);
  await page.locator('h1').first().waitFor();
  // The route's first script: what an action fetches comes later.
  const scriptBytes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter((entry) => entry.name.endsWith('.js'))
      .reduce((sum, entry) => sum + entry.encodedBodySize, 0),
  );
  await scene.act?.(page);
  if (/error/.test(scene.name) && scene.isSignedIn)
    await page.getByRole('button', { name: 'Retry' }).waitFor();
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(folder, `${scene.name}-${label}.png`) });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  if (overflow > 0) problems.push(`the page is ${overflow} px too wide`);
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    type Axe = {
      run(
        options: object,
      ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
    };
    const { violations } = await (window as unknown as { axe: Axe }).axe.run({ iframes: false });
    return violations.map(
      ({ id, nodes }) =>
        `axe ${id}: ${nodes
          .map((node) => node.html.slice(0, 160))
          .slice(0, 3)
          .join(' | ')}`,
    );
  });
  problems.push(...found);
  scriptSizes.set(scene.name, scriptBytes);
  await page.close();
  return problems.map((problem) => `${scene.name} ${label}: ${problem}`);
}

mkdirSync(folder, { recursive: true });
const api = await startFakeApi(
  Number(process.env['LOOK_PORT'] ?? 21501),
  join(import.meta.dirname, '..', 'dist'),
  freshState(),
);
const browser = await chromium.launch({
  // Without its window: a third of the CPU.
  executablePath: findTestBrowser() ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const problems: string[] = [];
for (const theme of (process.env['THEMES'] ?? 'light,dark').split(',') as ('light' | 'dark')[]) {
  for (const viewport of sizes) {
    const size = nameOf(viewport);
    const context = await browser.newContext({
      viewport,
      colorScheme: theme,
      // Everything has to be there without motion, too.
      reducedMotion: 'reduce',
      timezoneId: 'America/New_York',
      bypassCSP: true,
    });
    context.setDefaultTimeout(15_000);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    for (const scene of scenes.filter((each) => each.name.includes(filter))) {
      problems.push(
        ...(await show(context, api, scene, `${size}-${theme}`).catch((error: Error) => [
          `${scene.name} ${size}-${theme}: ${error.message.split('\n')[0]}`,
        ])),
      );
    }
    await context.close();
  }
}
await browser.close();
await api.stop();
writeFileSync(join(folder, 'index.html'), galleryOf(readdirSync(folder)));
console.log([...scriptSizes].map(([name, bytes]) => `${name} ${(bytes / 1024).toFixed(0)} KB`).join(', '));
console.log(problems.length === 0 ? 'Nothing found.' : problems.join('\n'));
process.exitCode = problems.length === 0 ? 0 : 1;
