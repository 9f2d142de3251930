// Pictures of a recording as a browser shows them: those of the exported video, and the small ones of the player.
import { readRecordedPackets } from '@pocketfleet/stream-protocol';
import type { Page } from 'playwright-core';

type Of = { site: string; token: string; id: string; events: readonly object[] };
type Gap = { type: 'gap'; at_ms: number; until_ms: number };

/** How many different reds the video shows in the middle of its first gap, and just before it. */
export async function coloursAroundGap(page: Page, of: Of): Promise<number[]> {
  const gap = of.events.find((event): event is Gap => 'type' in event && event.type === 'gap');
  if (gap === undefined) throw new Error('the recording has no gap');
  const firstMs = await firstPictureMs(of);
  const middleMs = (gap.at_ms + gap.until_ms) / 2;
  const times = [middleMs, gap.at_ms - 50].map((ms) => Math.max(0, ms - firstMs) / 1_000);
  const path = `${of.site}/api/recordings/${of.id}/export?format=mp4`;
  return page.evaluate(countColours, { path, bearer: `Bearer ${of.token}`, times });
}

/** When the file begins, in the time of the recording. */
async function firstPictureMs({ site, token, id }: Of): Promise<number> {
  const ask = (path: string) =>
    fetch(`${site}/api/recordings/${id}${path}`, { headers: { authorization: `Bearer ${token}` } });
  const { chunks } = (await (await ask('')).json()) as { chunks: { number: number; has_key: boolean }[] };
  const first = chunks.find(({ has_key }) => has_key)?.number;
  const picture = await ask(`/video?chunk=${first}&only=first_picture`);
  return readRecordedPackets(new Uint8Array(await picture.arrayBuffer())).at(-1)?.atMs ?? 0;
}

/** In the page. */
async function countColours(of: { path: string; bearer: string; times: number[] }): Promise<number[]> {
  const response = await fetch(of.path, { headers: { authorization: of.bearer } });
  const video = document.createElement('video');
  video.muted = true;
  await new Promise<void>((done, failed) => {
    video.onloadeddata = () => done();
    video.onerror = () => failed(new Error(video.error?.message));
    response.blob().then((blob) => {
      video.src = URL.createObjectURL(blob);
    }, failed);
  });
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [64, 64];
  const context = canvas.getContext('2d');
  const counts: number[] = [];
  for (const time of of.times) {
    await new Promise<void>((done) => {
      video.onseeked = () => done();
      video.currentTime = time;
    });
    context?.drawImage(video, 0, 0, 64, 64);
    const pixels = context?.getImageData(0, 0, 64, 64).data ?? [];
    counts.push(new Set(Array.from({ length: 64 * 64 }, (_, at) => pixels[at * 4])).size);
  }
  return counts;
}

/** How many different colours the strip of small pictures in the player has. */
export const stripColours = (page: Page): Promise<number> =>
  page
    .getByRole('region', { name: 'Timeline' })
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      return new Set(pixels.filter((_, at) => at % 4 !== 3)).size;
    });
