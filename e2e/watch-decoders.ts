// Which of the browser's own decoders the player uses: they work in its workers, where this looks over its shoulder.
import type { Page, Worker } from 'playwright-core';
import { expect, vi } from 'vitest';

/** What a worker of the player asked WebCodecs for, and how many frames WebCodecs gave. */
type Seen = { codec: string; frames: number };

/** Watches the VideoDecoders that the page's workers make from now on. */
export function watchDecoders(page: Page): { ready(): Promise<void>; seen(): Promise<Seen> } {
  const workers: Worker[] = [];
  const watched: Promise<void>[] = [];
  page.on('worker', (worker) => {
    workers.push(worker);
    watched.push(worker.evaluate(watchVideoDecoder));
  });
  return {
    /** Once the page has started the worker that decodes its first picture. */
    async ready() {
      await vi.waitFor(() => expect(watched).not.toHaveLength(0), { timeout: 20_000 });
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

/** Runs inside the worker. The decoder stays the browser's; only its configuration and its frames are noted. */
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
