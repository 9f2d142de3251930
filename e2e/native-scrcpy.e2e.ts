// The genuine scrcpy client, version 3.3.3, shows and controls a phone through `pocketfleet connect`. Only
// `npm run proof -- native-scrcpy` runs it, because the client has to be built.
import { resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { openNative } from '../bench/touch/windows.ts';
import { startXScreen, type XScreen } from '../bench/touch/x-screen.ts';
import { ensureScrcpyServer } from '../tools/start/scrcpy-server.ts';
import { ensureScrcpy } from '../tools/test-run/native-scrcpy.ts';
import { type CustomersComputer, startCustomersComputer } from './customers-computer.ts';
import { listPhonesOfDemo } from './sign-in.ts';

const cacheDir = process.env['POCKETFLEET_CACHE'] ?? resolve(import.meta.dirname, '../.cache');
const box = { x: 20, y: 20, width: 405, height: 900 };
/** The painting app's paper, where the screen was black. */
const paper = 0xc0_c0_c0;
let computer: CustomersComputer | undefined;
let screen: XScreen | undefined;
let missing = 'adb or Xvfb is not installed and could not be installed';
let program = '';

beforeAll(async () => {
  computer = await startCustomersComputer(inject('site'));
  screen = await startXScreen(box.width + 40, box.height + 40);
  const scrcpy = ensureScrcpy(cacheDir);
  if ('program' in scrcpy) program = scrcpy.program;
  else missing = `there is no native scrcpy: ${scrcpy.reason}`;
});
afterAll(async () => {
  await screen?.stop();
  await computer?.stop();
});
beforeEach((context) => {
  context.skip(computer === undefined || screen === undefined || program === '', missing);
});

it('native scrcpy shows a phone through the bridge, and a press in its window paints on the phone', async () => {
  if (computer === undefined || screen === undefined) return;
  const { run, adb, connect, adbPort } = computer;
  expect((await run(program, ['--version'])).out).toMatch(/^scrcpy 3\.3\.3 /);
  const [phone] = await listPhonesOfDemo(inject('site'));
  const serial = await connect(phone?.tag ?? '');
  const open = ['am', 'start', '-n', 'com.android.paint/.PaintActivity'];
  expect(await adb('-s', serial, 'shell', ...open)).toMatchObject({ status: 0 });
  const { pixel, touch } = screen;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height * 0.6 };
  const server = await ensureScrcpyServer(cacheDir);
  const window = await openNative(
    { program, server, adbPort, target: serial, box },
    screen,
    async () => (await pixel(middle.x, middle.y)) > paper,
  );
  try {
    for (const down of [0, 40, 80]) {
      const { changedAtMs } = await touch(middle.x, middle.y + down);
      expect(changedAtMs).not.toBeNull();
    }
  } finally {
    await window.stop();
  }
  // The client leaves no reverse. (A simulated phone's `ps` has apps only, so it can't tell of the client's server.)
  expect((await adb('-s', serial, 'reverse', '--list')).out.trim()).toBe('');
}, 900_000);
