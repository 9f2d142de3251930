// A customer's browser that reaches the running product over a line that a row can cut or slow down, and the watched
// phone over adb.
import type { Page } from 'playwright-core';
import { openBrowser } from '../../e2e/browser.ts';
import { type Line, openLine } from '../../e2e/line.ts';
import { connectByAdb, type PhoneByAdb } from '../../e2e/phone-by-adb.ts';
import { listPhonesOfDemo, signIn } from '../../e2e/sign-in.ts';
import { readVirtualPhones } from '../../e2e/virtual-phones.ts';
import { getRunningProduct, type RunningProduct } from '../running-product.ts';

export type ViewerBehindLine = {
  readonly product: RunningProduct;
  readonly line: Line;
  /** The phone's frame, behind the line. */
  readonly page: Page;
  readonly phone: PhoneByAdb;
  readonly frameUrl: string;
  stop(): Promise<void>;
};

const seed = 20_261_122;

/** Opens the demo customer's first phone behind a line that is, for now, as fast as the machine. */
export async function openViewerBehindLine(): Promise<ViewerBehindLine> {
  const product = await getRunningProduct();
  const line = await openLine(product.site, seededRandom());
  const browser = await openBrowser([line.browserFlag]);
  const page = await (await browser.newContext({ viewport: { width: 372, height: 715 } })).newPage();
  await signIn(page, product.site);
  const [first] = await listPhonesOfDemo(product.site);
  const listed = readVirtualPhones(product.dataDir).find(({ tag }) => tag === first?.tag);
  if (first === undefined || listed === undefined) throw new Error('the demo customer has no phone');
  const phone = await connectByAdb(listed);
  const frameUrl = `${product.site}/frame/${first.id}`;
  await page.goto(frameUrl);
  await untilLive(page);
  return {
    product,
    line,
    page,
    phone,
    frameUrl,
    async stop() {
      await browser.close();
      await line.stop();
      await phone.stop();
    },
  };
}

export async function untilLive(page: Page): Promise<void> {
  await page.waitForFunction(() => document.body.dataset['state'] === 'live', undefined, { timeout: 60_000 });
}

function seededRandom(): () => number {
  let state = seed;
  return () => {
    // Numerical Recipes' linear congruential generator.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
