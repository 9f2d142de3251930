// The player's methods in a real browser: sound, screenshot, clipboard, commands; and lost packets.
import { join } from 'node:path';
import { createOpusEncoder } from '@pocketfleet/scrcpy-server';
import { encodePacket } from '@pocketfleet/stream-protocol';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Player } from '../src/index.ts';
import { type BuiltPage, isNear, openBuiltPage, seededRandom, waitForState } from './browser-page.ts';
import { type Colour, startTestRelay, type TestRelay } from './test-relay.ts';

declare const player: Player;
declare const received: unknown[];

let built: BuiltPage;
let relay: TestRelay;
let page: Page;

beforeAll(async () => {
  built = await openBuiltPage(join(import.meta.dirname, 'page'), 'player.html');
});

afterAll(() => built?.close());

beforeEach(async () => {
  relay = await startTestRelay(built.dist);
  page = await built.browser.newPage({ viewport: { width: 320, height: 640 } });
  await relay.draw([20, 40, 220]);
  await page.goto(`${relay.origin}/player.html`);
  await waitForState(page, 'live');
});

afterEach(async () => {
  await page.close();
  await relay.stop();
});

/** The size of a screenshot and the colour in its middle. */
const screenshotColour = () =>
  page.evaluate(async () => {
    const blob = await player.screenshot();
    if (blob === undefined) return undefined;
    const bitmap = await createImageBitmap(blob);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const [red = 0, green = 0, blue = 0] = context?.getImageData(160, 320, 1, 1).data ?? [];
    return { width: bitmap.width, height: bitmap.height, colour: [red, green, blue] };
  });

async function clickOnPhone(button: 'left' | 'right' | 'middle' = 'left'): Promise<void> {
  // The page's security policy refuses the size that the document gives its host.
  await page.evaluate(() => {
    Object.assign(document.getElementById('host')?.style ?? {}, { width: '300px', height: '600px' });
  });
  await page.getByRole('application').click({ button });
}

it.each([
  ['is closed', 'ws:'],
  ['is forbidden by the policy of a page that is older than the relay', ''],
])('goes through the site where the relay’s own port %s', async (_, allowed) => {
  const gone = await startTestRelay(built.dist);
  await gone.stop();
  relay.sendViewersTo(gone.origin.replace('http', 'ws'), allowed);
  await page.goto(`${relay.origin}/player.html`);
  await waitForState(page, 'live');
});

it('takes a screenshot of the last frame in its own size', async () => {
  const shot = await screenshotColour();
  expect(shot).toMatchObject({ width: 320, height: 640 });
  expect(isNear(shot?.colour, [20, 40, 220])).toBe(true);
});

it('sends the phone’s own keys and commands', async () => {
  await page.evaluate(() => {
    player.key('power');
    player.rotate();
    player.command('copy');
    player.takeControl();
  });
  await expect.poll(() => relay.controls.length).toBe(4);
  expect(relay.controls.map(({ type }) => type)).toEqual(['key', 'key', 'rotate', 'get_clipboard']);
  await expect.poll(() => relay.requests.some((request) => request.type === 'take_control')).toBe(true);
});

it('carries the clipboard both ways, and refuses a text that is too long', async () => {
  relay.sendClipboard('从手机来 🙂');
  await expect.poll(() => page.evaluate(() => received.includes('从手机来 🙂'))).toBe(true);
  expect(await page.evaluate(() => player.setClipboard('to the phone'))).toBe(1);
  await expect
    .poll(() => relay.controls.at(-1))
    .toMatchObject({ type: 'set_clipboard', sequence: 1, paste: false });
  expect(await page.evaluate(() => player.setClipboard('x'.repeat(256 * 1024)))).toBeUndefined();
});

it('draws the last frame right after packets were skipped, as a relay skips them', async () => {
  const random = seededRandom(7);
  let isSkipping = false;
  let colour: Colour = [0, 0, 0];
  for (let i = 0; i < 120; i++) {
    colour = [random() * 255, random() * 255, random() * 255].map(Math.round) as unknown as Colour;
    if (isSkipping) relay.requestKey();
    isSkipping = i < 119 && random() < 0.3;
    await relay.draw(colour, { lost: isSkipping });
  }
  await expect
    .poll(async () => isNear((await screenshotColour())?.colour, colour), { timeout: 60_000 })
    .toBe(true);
  expect(await page.evaluate(() => player.state.name)).toBe('live');
});

it('plays the phone’s sound once it is turned on, and not before', async () => {
  await page.evaluate(() => {
    const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode;
    AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
      if (to instanceof AudioDestinationNode) {
        const ear = this.context.createAnalyser();
        connect.call(this, ear);
        Object.assign(window, { ear });
      }
      return connect.call(this, to);
    } as typeof AudioNode.prototype.connect;
  });
  expect(await page.evaluate(() => player.isMuted)).toBe(true);
  expect(await page.evaluate(() => 'ear' in window)).toBe(false);
  await page.mouse.click(5, 5);
  await page.evaluate(() => player.setMuted(false));

  const packets: Uint8Array[] = [];
  const encoder = createOpusEncoder(64_000, (packet) => packets.push(packet), console.error);
  for (let i = 0; i < 50; i++) {
    const samples = Float32Array.from({ length: 1920 }, (_, at) =>
      Math.sin((2 * Math.PI * 440 * (i * 960 + (at >> 1))) / 48_000),
    );
    encoder.encode(samples, i * 20_000);
  }
  await expect.poll(() => packets.length).toBeGreaterThan(40);
  const opus = Uint8Array.of(0x6f, 0x70, 0x75, 0x73);
  relay.sendRaw(encodePacket({ kind: 'audio_config', key: false, sequence: 0, ptsUs: 0n, payload: opus }));
  let next = 0;
  const loudness = () => {
    const payload = packets[next++ % packets.length] ?? new Uint8Array();
    relay.sendRaw(
      encodePacket({ kind: 'audio', key: true, sequence: next, ptsUs: BigInt(next * 20_000), payload }),
    );
    return page.evaluate(() => {
      const { ear } = window as unknown as { ear: AnalyserNode };
      const samples = new Float32Array(ear.fftSize);
      ear.getFloatTimeDomainData(samples);
      return Math.max(...samples);
    });
  };
  await expect.poll(loudness, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0.2);
  encoder.close();
  expect(await page.evaluate(() => localStorage.getItem('pocketfleet.sound'))).toBe('on');
});

it.each([
  ['the wanted quality', 'tile', () => {}],
  ['the quality that it can decode', 'baseline', () => Reflect.deleteProperty(window, 'VideoDecoder')],
])(
  'a quality set before the decoder is chosen is requested at once: %s',
  async (_name, expected, prepare) => {
    const early = await built.browser.newPage();
    await early.addInitScript(prepare);
    await early.addInitScript(() => {
      // The page sets the quality in the instant in which it has created its player.
      Object.defineProperty(window, 'player', { set: (made: Player) => made.setQuality('tile') });
    });
    const before = relay.queries.length;
    await early.goto(`${relay.origin}/player.html`);
    await waitForState(early, 'live');
    expect(relay.queries.slice(before)).toEqual([`?quality=${expected}&sound=0`]);
    await early.close();
  },
);

it('a player that was opened ahead has a frame before it is shown, and arrives when it is shown', async () => {
  await page.goto(`${relay.origin}/player.html?ahead`);
  await waitForState(page, 'live');
  await relay.draw([200, 30, 40]);
  await expect.poll(async () => isNear((await screenshotColour())?.colour, [200, 30, 40])).toBe(true);
  expect(relay.queries.at(-1)).toBe('?quality=focus&ahead=1&sound=0');
  expect(relay.requests.map(({ type }) => type)).not.toContain('arrive');
  // The canvas has the frame at the moment it is shown: it only has to be painted.
  const inPage = await page.evaluate(() => {
    (window as unknown as { show: () => void }).show();
    const canvas = document.querySelector('canvas');
    const probe = new OffscreenCanvas(1, 1).getContext('2d');
    if (canvas !== null) probe?.drawImage(canvas, 0, 0, 1, 1);
    return [...(probe?.getImageData(0, 0, 1, 1).data.subarray(0, 3) ?? [])];
  });
  expect(isNear(inPage, [200, 30, 40])).toBe(true);
  await expect.poll(() => relay.requests.map(({ type }) => type)).toContain('arrive');
  expect(await page.evaluate(() => player.state.name)).toBe('live');
  expect(relay.ticketsGiven()).toBe(2);
});

it('requests sound while it is on or recorded, and only then', async () => {
  expect(relay.queries.at(-1)).toBe('?quality=focus&sound=0');
  const requested = () => relay.requests.flatMap((one) => (one.type === 'sound' ? [one.is_wanted] : []));
  await page.evaluate(() => player.keepSound(true));
  await page.evaluate(() => player.keepSound(false));
  await expect.poll(requested).toEqual([true, false]);
  await page.mouse.click(5, 5);
  await page.evaluate(() => player.setMuted(false));
  await expect.poll(requested).toEqual([true, false, true]);
  await page.evaluate(() => player.setMuted(true));
  await expect.poll(requested).toEqual([true, false, true, false]);
});

it('keeps the keyboard through presses on the phone, without moving the focus', async () => {
  await clickOnPhone();
  const hasKeyboard = () => page.evaluate(() => document.activeElement instanceof HTMLTextAreaElement);
  await expect.poll(hasKeyboard).toBe(true);
  await page.evaluate(() => {
    const moves: string[] = [];
    for (const type of ['focusin', 'focusout']) document.addEventListener(type, () => moves.push(type));
    Object.assign(window, { moves });
  });
  for (const button of ['left', 'right', 'left'] as const) await clickOnPhone(button);
  await expect.poll(() => relay.controls.filter(({ type }) => type === 'touch').length).toBeGreaterThan(5);
  expect(await page.evaluate(() => (window as unknown as { moves: string[] }).moves)).toEqual([]);
  expect(await hasKeyboard()).toBe(true);
});

it('a press sends the text that an input method still composes', async () => {
  await clickOnPhone();
  await page.locator('textarea').evaluate((field) => {
    (field as HTMLTextAreaElement).value = '漢';
  });
  await clickOnPhone();
  await expect.poll(() => relay.controls).toContainEqual({ type: 'text', text: '漢' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA');
});

it.each(['right', 'middle'] as const)(
  'a %s click takes the focus from a field beside the phone',
  async (button) => {
    await page.evaluate(() => {
      const draft = document.createElement('input');
      document.body.append(draft);
      draft.focus();
    });
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    expect(await focused()).toBe('INPUT');
    await clickOnPhone(button);
    expect(await focused()).toBe('DIV');
  },
);

it('a worker whose code fails to load is retried, and the phone is shown', async () => {
  const fresh = await built.browser.newPage();
  let refused = 0;
  await fresh.route('**/video-worker*', async (route) => {
    refused += 1;
    await (refused < 3 ? route.abort() : route.continue());
  });
  await fresh.goto(`${relay.origin}/player.html`);
  await waitForState(fresh, 'live');
  expect(refused).toBe(3);
  await fresh.close();
});

it('shows an error when the worker’s code never loads', async () => {
  const fresh = await built.browser.newPage();
  await fresh.route('**/video-worker*', (route) => route.abort());
  await fresh.goto(`${relay.origin}/player.html`);
  await waitForState(fresh, 'ended');
  expect(await fresh.evaluate(() => player.state)).toMatchObject({
    detail: 'The decoder couldn’t be loaded. Please reload the page.',
  });
  await fresh.close();
});
