// Notes in a page when a touch passes through it: pointer event, message sent, packet received, frame drawn. It listens to
// what the browser offers to every page, so the product's code is measured as it is shipped.
import type { Page, Worker } from 'playwright-core';

/** Times in ms since 1970 by the page's clock, in order. */
type Notes = {
  readonly pointer: readonly number[];
  readonly sent: readonly number[];
  readonly received: readonly number[];
  readonly drawn: readonly number[];
};
type Writable = { [What in keyof Notes]: number[] };
declare global {
  var pocketfleetNotes: Writable;
}

/** When each stage of one touch was reached; null for what has not happened. */
type PageTimes = { readonly [What in keyof Notes as `${What}AtMs`]: number | null };

/** Call it before the page's own code runs. */
export async function noteTouches(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.pocketfleetNotes = { pointer: [], sent: [], received: [], drawn: [] };
    const note = (what: keyof Writable) =>
      globalThis.pocketfleetNotes[what].push(performance.timeOrigin + performance.now());
    addEventListener('pointerdown', () => note('pointer'), { capture: true });
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) {
      if (typeof data !== 'string') note('sent');
      send.call(this, data);
    };
    const Plain = WebSocket;
    globalThis.WebSocket = class extends Plain {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        this.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          // Kind 2 of packet.ts is video.
          if (data instanceof ArrayBuffer && new Uint8Array(data, 0, 1)[0] === 2) note('received');
        });
      }
    };
  });
  page.on('worker', (worker) => void noteDraws(worker));
}

async function noteDraws(worker: Worker): Promise<void> {
  await worker
    .evaluate(() => {
      globalThis.pocketfleetNotes = { pointer: [], sent: [], received: [], drawn: [] };
      const { prototype } = OffscreenCanvasRenderingContext2D;
      const draw = prototype.drawImage as (...args: unknown[]) => void;
      prototype.drawImage = function (this: OffscreenCanvasRenderingContext2D, ...args: unknown[]) {
        draw.apply(this, args);
        globalThis.pocketfleetNotes.drawn.push(performance.timeOrigin + performance.now());
      };
    })
    .catch(() => undefined); // A worker that has ended meanwhile draws nothing.
}

/** The stages of the touch that was pressed at this time by the page's clock. Forgets all notes. */
export async function takeNotes(page: Page, pressedAtMs: number): Promise<PageTimes> {
  const take = (): Notes | undefined => {
    const notes = globalThis.pocketfleetNotes;
    globalThis.pocketfleetNotes = { pointer: [], sent: [], received: [], drawn: [] };
    return notes;
  };
  const all = [await page.evaluate(take)];
  for (const worker of page.workers()) all.push(await worker.evaluate(take));
  const next = (what: keyof Notes, afterMs: number | null) => {
    const times = all.flatMap((notes) => notes?.[what] ?? []).sort((a, b) => a - b);
    return afterMs === null ? null : (times.find((at) => at >= afterMs) ?? null);
  };
  const pointerAtMs = next('pointer', pressedAtMs);
  const sentAtMs = next('sent', pointerAtMs);
  const receivedAtMs = next('received', sentAtMs);
  return { pointerAtMs, sentAtMs, receivedAtMs, drawnAtMs: next('drawn', receivedAtMs) };
}

/** How far the page's clock is ahead of this process's, in ms: from the shortest of many round trips. */
export async function clockDifferenceMs(page: Page): Promise<number> {
  let best = { roundTripMs: Number.POSITIVE_INFINITY, differenceMs: 0 };
  for (let sample = 0; sample < 40; sample += 1) {
    const before = epochMs();
    const there = await page.evaluate(() => performance.timeOrigin + performance.now());
    const roundTripMs = epochMs() - before;
    if (roundTripMs < best.roundTripMs)
      best = { roundTripMs, differenceMs: there - before - roundTripMs / 2 };
  }
  return best.differenceMs;
}

function epochMs(): number {
  return performance.timeOrigin + performance.now();
}
