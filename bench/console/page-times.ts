// Times of the console's pages in a real browser, measured inside it: from the navigation to the frame with the page's
// content, and from a key or a selection to the frame with the filtered list.
import type { Page } from 'playwright-core';

const tries = 5;

/** Milliseconds of each attempt, in order. */
export type Times = readonly number[];

/** The text on the page of the invariants when all were checked; before that it is "Checking". */
export const everyInvariantChecked = 'main:not(:has([data-checking])) tbody tr';

/** The first row or card of a list, or the first heading or value of a page without a list. A legend may come earlier. */
const content = 'main tbody tr, main li:not([data-legend] *), main section h2, main dd';
/** A page without content by then counts as failed. */
const giveUpMs = 30_000;

/** From the start of the navigation to the frame in which the page's content, or the given element, is painted. */
export async function measurePaint(page: Page, url: string, selector = content): Promise<Times> {
  const times: number[] = [];
  for (let attempt = 0; attempt < tries; attempt += 1) {
    await page.goto(url, { waitUntil: 'commit' });
    times.push(
      await page.evaluate(
        ({ selector, limitMs }) =>
          new Promise<number>((done, fail) => {
            setTimeout(() => fail(new Error(`${location.pathname} shows nothing`)), limitMs);
            const look = (): void => {
              // Two frames: an element that is found in one frame is on the screen when the next one begins.
              if (document.querySelector(selector)) requestAnimationFrame(() => done(performance.now()));
              else requestAnimationFrame(look);
            };
            look();
          }),
        { selector, limitMs: giveUpMs },
      ),
    );
  }
  return times.sort((a, b) => a - b);
}

/** From typing into the search to the frame in which the list has another number of rows. */
export async function measureFilter(page: Page, url: string, text: string): Promise<Times> {
  const times: number[] = [];
  for (let attempt = 0; attempt < tries; attempt += 1) {
    await page.goto(url);
    await page.locator(content).first().waitFor();
    const measured = page.evaluate(
      (limitMs) =>
        new Promise<number>((done, fail) => {
          setTimeout(() => fail(new Error(`the filter of ${location.pathname} changes nothing`)), limitMs);
          // The text beside the title has the number of rows: "500 phones".
          const countText = () => document.querySelector('main h1')?.nextElementSibling?.textContent ?? '';
          const before = countText();
          addEventListener(
            'input',
            () => {
              const beganMs = performance.now();
              const look = (): void => {
                if (countText() !== before) requestAnimationFrame(() => done(performance.now() - beganMs));
                else requestAnimationFrame(look);
              };
              look();
            },
            { capture: true, once: true },
          );
        }),
      giveUpMs,
    );
    await page.getByRole('searchbox').evaluate((field, typed) => {
      const input = field as HTMLInputElement;
      const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
      // React only notices a value that bypasses its own setter, followed by the event.
      set?.call(input, typed);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }, text);
    times.push(await measured);
  }
  return times.sort((a, b) => a - b);
}

export function medianOf(times: Times): number {
  return times[times.length >> 1] ?? Number.NaN;
}
