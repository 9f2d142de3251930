// Watches which of the browser's decoders the player uses in its workers.
import type { Page, Worker } from 'playwright-core';
import { expect, vi } from 'vitest';

/** The configuration that a worker requested from WebCodecs, and the number of frames that it got. */
type Seen = { codec: string; frames: number };

/** Watches the VideoDecoders that the page's workers create from now on. */
export function watchDecoders(page: Page): { ready(): Promise<void>; seen(): Promise<Seen> } {
  const workers: Worker[] = [];
  const watched: Promise<void>[] = [];
  page.on('worker', (worker) => {
    workers.push(worker);
    watched.push(worker.evaluate(watchVideoDecoder));
  });
  return {
    /** Resolves when the page has started the worker that decodes its first picture. */
    async ready() {
      await vi.waitFor(() => expect(watched).not.toHaveLength(0), { timeout: 60_000 });
      await Promise.all(watched);
    },
    async seen() {
      await Promise.all(watched);
      const all = await Promise.all(
        workers.map((worker) => worker.evaluate(() => (globalThis as { seen?: Seen }).seen)),
      );
      return all.find((one) => one !== undefined && one.frames > 0) ?? { codec: '', frames: 0 };
    },
  };
}

/** Runs inside the worker. It uses the browser's decoder and only records its configuration and frames. */
function watchVideoDecoder(): void {
  const Native = VideoDecoder;
  const seen: Seen = { codec: '', frames: 0 };
  Object.assign(globalThis, { seen });
  globalThis.VideoDecoder = class extends Native {
    constructor(init: VideoDecoderInit) {
      super({
        error: init.error,
        output: (frame) => {
          seen.frames += 1;
          init.output(frame);
        },
      });
    }
    override configure(config: VideoDecoderConfig): void {
      seen.codec = config.codec;
      super.configure(config);
    }
  };
}
