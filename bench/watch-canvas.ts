import type { Page } from 'playwright-core';

const timeoutMs = 20_000;

/** Milliseconds from the page's navigation start until its canvas shows more than one colour. */
export async function timeUntilDrawn(page: Page): Promise<number> {
  return await page.evaluate(async (limitMs) => {
    const probe = new OffscreenCanvas(16, 32).getContext('2d', { willReadFrequently: true });
    while (performance.now() < limitMs) {
      const canvas = document.querySelector('canvas');
      if (probe !== null && canvas !== null && canvas.width > 0) {
        probe.drawImage(canvas, 0, 0, 16, 32);
        const { data } = probe.getImageData(0, 0, 16, 32);
        const pixels = new Uint32Array(data.buffer);
        if (pixels.some((pixel) => pixel !== pixels[0])) return performance.now();
      }
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    throw new Error(`nothing was drawn within ${limitMs} ms`);
  }, timeoutMs);
}

/**
 * Presses the pointer at a place of the picture (0 to 1 each way) and returns the milliseconds until the
 * pixels around that place have changed. The pointer is lifted again before it returns.
 */
export async function timeTouch(page: Page, place: { x: number; y: number }): Promise<number> {
  return await page.evaluate(
    async ({ x, y, limitMs }) => {
      const canvas = document.querySelector('canvas');
      const probe = new OffscreenCanvas(12, 12).getContext('2d', { willReadFrequently: true });
      if (canvas === null || probe === null) throw new Error('there is no canvas');
      const box = canvas.getBoundingClientRect();
      // The picture is centred in its canvas, as large as fits.
      const scale = Math.min(box.width / canvas.width, box.height / canvas.height);
      const at = {
        clientX: box.left + box.width / 2 + (x - 0.5) * canvas.width * scale,
        clientY: box.top + box.height / 2 + (y - 0.5) * canvas.height * scale,
      };
      const look = (): string => {
        probe.drawImage(canvas, canvas.width * x - 6, canvas.height * y - 6, 12, 12, 0, 0, 12, 12);
        return probe.getImageData(0, 0, 12, 12).data.join();
      };
      const send = (type: string, buttons: number): void => {
        const init = {
          ...at,
          bubbles: true,
          cancelable: true,
          pointerId: 1,
          pointerType: 'mouse',
          isPrimary: true,
          button: 0,
          buttons,
        };
        (document.elementFromPoint(at.clientX, at.clientY) ?? canvas).dispatchEvent(
          new PointerEvent(type, init),
        );
      };
      const before = look();
      const startedMs = performance.now();
      send('pointerdown', 1);
      try {
        while (performance.now() - startedMs < limitMs) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
          if (look() !== before) return performance.now() - startedMs;
        }
      } finally {
        send('pointerup', 0);
      }
      throw new Error(`the picture did not change within ${limitMs} ms of the touch`);
    },
    { ...place, limitMs: 5_000 },
  );
}
