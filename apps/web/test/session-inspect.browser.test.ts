// The outline beside the picture: its size, what has changed in colours and words, what the last tap has done, and why it can't
// be read. The phone's screen comes from here instead of a phone.
import type { ActionResult } from '@pocketfleet/contract';
import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { keepPicture } from '../../../e2e/keep-picture.ts';
import { findFaults } from '../../../e2e/look-closely.ts';
import { done, node, prepareScreen } from './fake-screen.ts';
import { prepareSessionPage } from './open-session-page.ts';

const { openLive, tool } = prepareSessionPage();
const nodes = [
  node('n2', 'Daylight', 80, { role: 'text', depth: 0 }),
  node('n11', 'Posts', 200, {
    role: 'list',
    depth: 0,
    more: { before: false, after: true, axis: 'vertical', hidden: 2, labels: [] },
  }),
  node('n12', 'tyler.outside, Zion', 300, { id: 'post_author' }),
  node('n15', 'Like', 400),
  node('n19', '3,746 likes', 500, { role: 'text' }),
  node('n23', 'Undo', 600),
];
const liked: ActionResult = {
  ...done,
  changed: [
    '~ n15 button "Like" [selected]',
    '~ n19 text "3,747 likes"',
    '+ n24 button "Share [now]" (more after: "x")',
    '- n23 button "Undo"',
    '= 19 the same',
  ],
};
const screen = prepareScreen(nodes);
beforeEach(() => {
  screen.outcome = liked;
});

async function openInspect(options: object = {}): Promise<Page> {
  const page = await openLive({ prepare: screen.prepare, ...options });
  await tool(page, 'Inspect').click();
  await line(page, /Like/).waitFor();
  return page;
}
const line = (page: Page, name: RegExp) =>
  page
    .getByRole('list', { name: /^Outline of the screen of / })
    .getByRole('button', { name })
    .first();
const lastAction = (page: Page) => page.getByRole('region', { name: 'Last action' });

it.each([
  ['dark', 1_440],
  ['light', 1_280],
  ['dark', 1_280],
  ['light', 1_440],
] as const)(
  'the last tap stands left of the phone with what it has changed, %s at %i px',
  async (theme, width) => {
    const page = await openInspect({ viewport: { width, height: 900 }, colorScheme: theme });
    await page.getByText(/^6 lines · \d+ B · Settled$/).waitFor();
    await line(page, /Like/).click();
    await page.getByRole('button', { name: 'Tap', exact: true }).click();
    const card = lastAction(page);
    await card.getByText('Tapped “Like”').waitFor();
    const lines = card.getByRole('listitem');
    expect(await lines.allInnerTexts()).toEqual([
      expect.stringMatching(/^~\s*changed\s*n15\s*“Like”\s*selected$/),
      // The words of before, and those of now.
      expect.stringMatching(/^~\s*changed\s*n19\s*“3,746 likes”\s*“3,747 likes”$/),
      expect.stringMatching(/^\+\s*new\s*n24\s*“Share \[now\]”$/),
      expect.stringMatching(/^-\s*gone\s*n23\s*“Undo”$/),
      '= 19 the same',
    ]);
    expect(await lines.nth(3).locator('del').count()).toBe(1);
    await card.getByText(/^Settled, answered after \d+ ms$/).waitFor();
    const picture = (await page.getByRole('application').boundingBox()) ?? expect.fail('no picture');
    const place = (await card.boundingBox()) ?? expect.fail('no card');
    expect(place.x + place.width).toBeLessThanOrEqual(picture.x);
    await line(page, /tyler/).click();
    screen.tell({
      type: 'changes',
      changed: ['~ n15 button "Like" [selected]', '+ n24 button "Share"'],
      nodes: [node('n15', 'Like', 400, { states: ['selected'] }), node('n24', 'Share', 700)],
      refs: [...nodes.map(({ ref }) => ref), 'n24'],
    });
    await line(page, /Like.*selected.*changed/).waitFor();
    await line(page, /Share.*new/).waitFor();
    await keepPicture(page, 'inspect-last-action');
    expect(await findFaults(page)).toEqual([]);
  },
);

it('in a narrow window the last action stands in the panel', async () => {
  const page = await openInspect({ viewport: { width: 1_100, height: 800 } });
  await line(page, /Like/).click();
  await page.getByRole('button', { name: 'Tap', exact: true }).click();
  await lastAction(page).getByText('Tapped “Like”').waitFor();
  expect(
    await page.getByRole('complementary', { name: 'Phone tools' }).getByText('Tapped “Like”').count(),
  ).toBe(1);
  expect(await findFaults(page)).toEqual([]);
});

it('in a phone’s window on its side the lines keep their room, and nothing lies on the picture', async () => {
  const page = await openInspect();
  await line(page, /Like/).click();
  await page.getByRole('button', { name: 'Tap', exact: true }).click();
  await lastAction(page).getByText('Tapped “Like”').waitFor();
  await page.setViewportSize({ width: 844, height: 390 });
  const list = page.getByRole('list', { name: /^Outline of the screen of / }).locator('..');
  await expect.poll(async () => (await list.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(100);
  // Words over a picture that is away darken it; without them it is as bright as ever.
  const shades = () =>
    page.evaluate(() => {
      const picture = document.querySelector('[role=application]')?.getBoundingClientRect() ?? new DOMRect();
      const [x, y] = [picture.x + picture.width / 2, picture.y + picture.height / 2];
      const covers = ({ left, right, top, bottom }: DOMRect) =>
        left < x && right > x && top < y && bottom > y;
      return [...document.querySelectorAll('div')]
        .filter((each) => each.querySelector('[role=status]') && covers(each.getBoundingClientRect()))
        .map((each) => [getComputedStyle(each).pointerEvents, getComputedStyle(each).backgroundColor])
        .filter(([events, colour]) => events === 'none' && colour !== 'rgba(0, 0, 0, 0)');
    });
  await expect.poll(shades).toEqual([]);
});

it('a tap that fails is told, and no action is shown for it', async () => {
  screen.outcome = null;
  const page = await openInspect();
  await line(page, /Like/).click();
  await page.getByRole('button', { name: 'Tap', exact: true }).click();
  await page.getByText('The phone couldn’t do this.').waitFor();
  expect(await lastAction(page).count()).toBe(0);
});

it.each(['dark', 'light'] as const)(
  'a busy reader takes the place of the head, keeps the outline, and can be asked again, %s',
  async (colorScheme) => {
    const page = await openInspect({ viewport: { width: 1_440, height: 900 }, colorScheme });
    screen.tellProblem('busy', 'another automation holds the screen');
    const notice = page.getByRole('alert').filter({ hasText: 'Screen reader busy' });
    await notice.getByText(/Another automation holds the screen\..*The outline is from \d+:\d\d/).waitFor();
    expect(await line(page, /Like/).isVisible()).toBe(true);
    await keepPicture(page, 'inspect-busy');
    expect(await findFaults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Ask again' }).click();
    await expect.poll(() => screen.asked).toBe(1);
    screen.tellOutline();
    await page.getByText(/6 lines · .* · Settled/).waitFor();
  },
);

it('after the phone has gone the outline’s age is told, and asking again dials again', async () => {
  const page = await openInspect();
  // The rental is over: nothing dials by itself.
  await screen.sockets.at(-1)?.close({ code: 4405 });
  const notice = page.getByRole('alert').filter({ hasText: 'The screen can’t be read now' });
  await notice.getByText(/The outline is from/).waitFor();
  await page.getByRole('button', { name: 'Ask again' }).click();
  await expect.poll(() => screen.sockets.length).toBe(2);
  await notice.waitFor({ state: 'hidden' });
});
