// A phone's session page, open and live, together with the same phone over adb.
import type { Locator, Page } from 'playwright-core';
import { inject } from 'vitest';
import { connectByAdb, type PhoneByAdb } from './phone-by-adb.ts';
import { listPhonesOfDemo } from './sign-in.ts';
import { readVirtualPhones } from './virtual-phones.ts';

/** The longest wait for the picture, on a slow machine too. */
const liveWithinMs = 60_000;

export type Session = { id: string; tag: string; phone: PhoneByAdb; picture: Locator };

/** Opens the demo customer's first phone in a signed-in page, and waits for its picture. */
export async function openSession(page: Page): Promise<Session> {
  const site = inject('site');
  const [first] = (await listPhonesOfDemo(site)).toSorted((a, b) => a.tag.localeCompare(b.tag));
  if (first === undefined) throw new Error('the demo customer has no phone');
  const phone = await connectToPhone(first.tag);
  await page.goto(`${site}/devices/${first.id}/stream`);
  await waitUntilLive(page);
  return {
    id: first.id,
    tag: first.tag,
    phone,
    picture: page.getByRole('application').locator('canvas').last(),
  };
}

export async function connectToPhone(tag: string): Promise<PhoneByAdb> {
  const listed = readVirtualPhones(inject('dataDir')).find((each) => each.tag === tag);
  if (listed === undefined) throw new Error(`the site shows ${tag}, which virtual-phones.json does not list`);
  return connectByAdb(listed);
}

/** The tools are enabled once there is a picture. */
export async function waitUntilLive(page: Page): Promise<void> {
  await page
    .getByRole('toolbar', { name: 'Phone' })
    .locator('button[aria-label="Home"]:enabled')
    .waitFor({ timeout: liveWithinMs });
}

/** Converts a place on the phone's screen (0 to 1 each way) to the page; `ratio` is the screen's width by height. */
export async function placeOnPage(
  picture: Locator,
  at: { x: number; y: number; ratio: number },
): Promise<{ x: number; y: number }> {
  const box = await picture.boundingBox();
  if (box === null) throw new Error('the picture is not on the page');
  // The screen is centred in its canvas, as large as fits.
  const width = Math.min(box.width, box.height * at.ratio);
  const height = width / at.ratio;
  return {
    x: box.x + (box.width - width) / 2 + width * at.x,
    y: box.y + (box.height - height) / 2 + height * at.y,
  };
}
