// The stream frame in a real browser, on a relay that speaks the protocol and encodes real H.264.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { closeCodes } from '@pocketfleet/contract';
import type { Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type BuiltPage, blue, green, openBuiltPage, red, waitForState } from './browser-page.ts';
import { type Colour, startTestRelay, type TestRelay } from './test-relay.ts';

/** The picture of a frame that is alone in its window stands between a header and a bar. */
const box = { width: 322, height: 644 };
const [headerPx, barsPx] = [36, 100];

let built: BuiltPage;
let relay: TestRelay;
let page: Page;

beforeAll(async () => {
  built = await openBuiltPage(join(import.meta.dirname, '../../../apps/web'), 'frame.html');
});

afterAll(() => built?.close());

beforeEach(async () => {
  relay = await startTestRelay(built.dist);
  page = await built.browser.newPage({ viewport: { ...box, height: box.height + barsPx } });
  await page.context().addCookies([{ name: 'access_token', value: 'test-token', url: relay.origin }]);
});

afterEach(async () => {
  await page.context().close();
  await relay.stop();
});

async function openFrame(query = ''): Promise<void> {
  await page.goto(`${relay.origin}/frame/0d3c1a52-0000-4000-8000-000000000001${query}`);
  await becomes('live');
}

const becomes = (state: string, where: Page | Frame = page) => waitForState(where, state);

/** Waits until the middle of the screen is drawn in this colour. */
const shows = (colour: Colour, where: Page | Frame = page) =>
  where.waitForFunction(
    (wanted) => {
      const screen = document.querySelector<HTMLCanvasElement | HTMLVideoElement>('canvas, video');
      if (screen === null) return false;
      const copy = new OffscreenCanvas(1, 1).getContext('2d');
      copy?.drawImage(screen, 0, 0, 1, 1);
      const seen = copy?.getImageData(0, 0, 1, 1).data ?? [];
      return wanted.every((value, i) => Math.abs(value - (seen[i] ?? 0)) < 24);
    },
    colour,
    { timeout: 60_000, polling: 'raf' },
  );

const until = (assertion: () => void) => vi.waitFor(assertion, { timeout: 60_000, interval: 50 });

it('decodes H.264 with WebCodecs and draws the newest frame', async () => {
  await page.goto(relay.origin);
  const config = { codec: 'avc1.42e01e' };
  expect(await page.evaluate((c) => VideoDecoder.isConfigSupported(c).then((s) => s.supported), config)).toBe(
    true,
  );
  await relay.draw(red);
  await openFrame('?tag=PF-001');
  await shows(red);
  await relay.draw(green);
  await relay.draw(blue);
  await shows(blue);
  expect(await page.title()).toBe('PF-001');
});

it('shows the single frame of a still screen at once', async () => {
  await relay.draw(green);
  await openFrame();
  await shows(green);
});

it('follows the phone’s rotation', async () => {
  await openFrame();
  relay.resize(640, 320);
  await relay.draw(green);
  await shows(green);
  await page.mouse.click(161, headerPx + 322);
  await until(() => expect(relay.controls.at(-1)).toMatchObject({ pictureWidth: 640, pictureHeight: 320 }));
  const before = relay.controls.length;
  await page.mouse.click(161, headerPx + 100); // On the dark area above the phone.
  await page.mouse.click(161, headerPx + 322);
  const touches = () => relay.controls.slice(before).flatMap((m) => (m.type === 'touch' ? [m.action] : []));
  await until(() => expect(touches()).toContain('up'));
  expect(touches().filter((action) => action === 'down')).toHaveLength(1);
});

it('turns pointers into touches on the phone', async () => {
  await openFrame();
  await page.mouse.move(161, headerPx + 322);
  await page.mouse.down();
  await page.mouse.move(322 * 0.75, headerPx + 322);
  await page.mouse.up();
  await until(() => expect(relay.controls.at(-1)).toMatchObject({ type: 'touch', action: 'up' }));
  const touches = relay.controls.filter((m) => m.type === 'touch' && m.action !== 'hover');
  expect(touches[0]).toMatchObject({ action: 'down', tool: 'finger', pressure: 65535, pictureWidth: 320 });
  const down = touches[0] as { x: number; y: number };
  expect(Math.abs(down.x - 32768)).toBeLessThan(300);
  expect(Math.abs(down.y - 32768)).toBeLessThan(300);
  expect(touches.at(-1)).toMatchObject({ pressure: 0 });

  await page.mouse.click(100, 100, { button: 'right' });
  await page.mouse.click(100, 100, { button: 'middle' });
  await until(() => {
    expect(relay.controls).toContainEqual({ type: 'back_or_screen_on', action: 'up' });
    expect(relay.controls).toContainEqual({ type: 'key', action: 'up', keycode: 3, repeat: 0, metaState: 0 });
  });

  await page.mouse.wheel(0, 100);
  await until(() => expect(relay.controls.at(-1)).toMatchObject({ type: 'scroll', vertical: -1 }));

  await page.keyboard.down('Control');
  await page.mouse.down();
  await page.mouse.up();
  await page.keyboard.up('Control');
  await until(() =>
    expect(relay.controls.filter((m) => m.type === 'touch' && m.pointer === 1)).toHaveLength(2),
  );
});

it('types text, presses keys and pastes into the phone, and leaves it with the announced chord', async () => {
  await openFrame();
  await page.getByRole('application').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByText('You’re typing on the phone').last().isVisible()).toBe(true);
  await page.keyboard.type('aB');
  await page.keyboard.press('Backspace');
  await page.keyboard.insertText('日本 👩‍👩‍👧 שלום');
  await page.keyboard.press('Control+KeyA');
  await until(() =>
    expect(
      relay.controls.filter((m) => m.type === 'key' && m.keycode === 29 && m.action === 'up'),
    ).toHaveLength(1),
  );
  const texts = relay.controls.flatMap((m) => (m.type === 'text' ? [m.text] : []));
  expect(texts.join('|')).toBe('a|B|日本 👩‍👩‍👧 שלום');
  const selectAll = relay.controls.find((m) => m.type === 'key' && m.keycode === 29);
  expect(selectAll).toMatchObject({ action: 'down', metaState: 0x3000 });

  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'from here');
    const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement?.dispatchEvent(paste);
  });
  await until(() =>
    expect(relay.controls.at(-1)).toMatchObject({ type: 'set_clipboard', paste: true, text: 'from here' }),
  );

  await page.keyboard.press('Control+Alt+Escape');
  await expect.poll(() => page.getByText('You’re typing on the phone').last().isVisible()).toBe(false);
  const ups = relay.controls.filter((m) => m.type === 'key' && m.action === 'up').length;
  const downs = relay.controls.filter((m) => m.type === 'key' && m.action === 'down').length;
  expect(ups).toBe(downs);
});

it('keeps the last frame, counts the seconds and reconnects with a new ticket', async () => {
  await relay.draw(red);
  await openFrame();
  await shows(red);
  const ticketsBefore = relay.ticketsGiven();
  relay.cut();
  await becomes('reconnecting');
  expect(await page.locator('#message').textContent()).toBe('Reconnecting,');
  await shows(red);
  await expect.poll(() => page.locator('#seconds').textContent(), { timeout: 60_000 }).toBe('1 s');
  await relay.draw(green);
  relay.restore();
  await becomes('live');
  await shows(green);
  expect(relay.ticketsGiven()).toBe(ticketsBefore + 1);
});

it('shows stalled within three seconds without a heartbeat', async () => {
  await openFrame();
  relay.setHeartbeats(false);
  const start = performance.now();
  await becomes('stalled');
  expect(performance.now() - start).toBeLessThan(4_000);
  expect(await page.locator('#message').textContent()).toContain('Stalled');
  // A request of the page around it, such as "resume", proves nothing about the phone.
  await page.evaluate(() => {
    const states: (string | undefined)[] = [];
    Object.assign(window, { states });
    const note = () => states.push(document.body.dataset['state']);
    new MutationObserver(note).observe(document.body, { attributeFilter: ['data-state'] });
    window.postMessage({ to: 'pocketfleet-frame', type: 'resume' }, window.location.origin);
  });
  await expect.poll(() => page.locator('#seconds').textContent(), { timeout: 60_000 }).toBe('4 s');
  expect(await page.evaluate(() => (window as unknown as { states: string[] }).states)).not.toContain('live');
  relay.setHeartbeats(true);
  await becomes('live');
});

it('ends with the reason and requests no more tickets', async () => {
  await openFrame();
  const tickets = relay.ticketsGiven();
  relay.closeViewers(4405);
  await becomes('ended');
  expect(await page.locator('#message').textContent()).toBe('Your rental of this phone has ended.');
  expect(await page.locator('#cause').textContent()).toContain('Your other phones are in Devices.');
  // Another try can't help, so none is offered.
  expect(await page.locator('#retry').isVisible()).toBe(false);
  expect(relay.ticketsGiven()).toBe(tickets);
});

const reconnecting = Object.entries(closeCodes).filter(([, { reconnect }]) => reconnect);
it.each(reconnecting)('reconnects with a new ticket after %s', async (_, { code }) => {
  await openFrame();
  const tickets = relay.ticketsGiven();
  relay.closeViewers(code);
  await becomes('reconnecting');
  await becomes('live');
  expect(relay.ticketsGiven()).toBe(tickets + 1);
});

it('in a popup, leads a visitor without a token to the page that asks to sign in', async () => {
  await page.context().clearCookies();
  await page.goto(`${relay.origin}/frame/0d3c1a52-0000-4000-8000-000000000001`);
  await page.waitForURL('**/unauthorized-stream/0d3c1a52-0000-4000-8000-000000000001');
  expect(relay.ticketsGiven()).toBe(0);
});

it('inside a page, shows why it has no stream', async () => {
  await page.context().clearCookies();
  await page.goto(relay.origin);
  await page.evaluate(() => {
    const frame = Object.assign(document.createElement('iframe'), { src: '/frame/0d3c1a52' });
    document.body.replaceChildren(frame);
  });
  await page.frameLocator('iframe').getByText('Authentication required to start streaming').waitFor();
});

it('shares one decoder worker among the frames of a page, and stops paused tiles', async () => {
  await relay.draw(blue);
  await page.goto(relay.origin);
  await page.evaluate(() => {
    const notices: unknown[] = [];
    Object.assign(window, { notices });
    window.addEventListener('message', ({ data }) => notices.push(data));
    for (const name of ['a', 'b', 'c']) {
      const frame = document.createElement('iframe');
      Object.assign(frame, { name, src: '/frame/0d3c1a52-0000-4000-8000-000000000001?quality=tile' });
      Object.assign(frame.style, { width: '90px', height: '180px', border: '0' });
      document.body.append(frame);
    }
  });
  for (const name of ['a', 'b', 'c']) {
    await expect.poll(() => page.frame(name)).toBeTruthy();
    const frame = page.frame(name) as Frame;
    await becomes('live', frame);
    await shows(blue, frame);
  }
  expect(page.workers()).toHaveLength(1);
  // The address requests the capture that fits the tile, so that no tile starts a larger one first.
  const tile = '?quality=tile&stand_in=tile_small&sound=0';
  expect(relay.queries).toEqual([tile, tile, tile]);
  await page.evaluate(() =>
    window.frames[0]?.postMessage({ to: 'pocketfleet-frame', type: 'pause' }, window.location.origin),
  );
  await until(() => expect(relay.requests).toContainEqual({ type: 'pause' }));
  const states = await page.evaluate(() =>
    (window as unknown as { notices: { state: string }[] }).notices.map((notice) => notice.state),
  );
  expect(states).toContain('live');
  // A removed tile leaves the relay, and the others go on.
  await page.evaluate(() => document.querySelector('iframe')?.remove());
  await until(() => expect(relay.viewers()).toBe(2));
  await relay.draw(red);
  await shows(red, page.frame('c') as Frame);
});

it('costs less than 60 KB compressed, without what it loads later: RTP, a popup’s keys, what is typed at a loss, and the decoder of old browsers', async () => {
  const names = (await readdir(built.dist, { recursive: true })).filter(
    (name) =>
      /\.(js|css|html)$/.test(name) && !/fallback-worker|rtp-control|popup-shortcuts|typed-input/.test(name),
  );
  const sizes = await Promise.all(
    names.map(async (name) => brotliCompressSync(await readFile(join(built.dist, name))).length),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`stream frame: ${(total / 1024).toFixed(1)} KiB compressed`);
  expect(total).toBeLessThan(60_000);
});
