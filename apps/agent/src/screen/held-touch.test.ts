import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { box, button, list, node, text, windowOf } from '../../test/screen-tree.ts';
import { findTarget } from './find-target.ts';
import { HeldTouch } from './held-touch.ts';
import { isAway } from './missed.ts';
import { HiddenFields } from './outline/hidden-fields.ts';
import { observe } from './outline/observation.ts';
import { RefBook } from './outline/refs.ts';
import type { Taken } from './readings.ts';
import type { TreeNode } from './tree.ts';

const memory = { refs: new RefBook(1), hidden: new HiddenFields() };
const read = (top: number, tookMs: number): Taken => ({
  observation: observe([windowOf(node({}, button('Send', box(0, top, 200, top + 100))))], false, memory),
  atMs: 0,
  tookMs,
});
const before = read(100, 20);
const moved = read(900, 20);
const touched = { node: before.observation.nodes[0] ?? expect.fail('no node'), point: { x: 100, y: 150 } };
const touch = (last: Taken | undefined, take: () => Promise<Taken>) =>
  new HeldTouch({ last, take } as ConstructorParameters<typeof HeldTouch>[0], touched);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['is there', before, false],
  ['has moved', moved, true],
] as const)('a control that %s', async (_what, now, isAway) => {
  const held = touch(before, async () => now);
  expect([await held.look(), held.wasAway, held.wasThere]).toEqual([isAway, isAway, !isAway]);
});

test('a reading that fails says nothing', async () => {
  const held = touch(before, () => Promise.reject(new Error('busy')));
  expect([await held.look(), held.wasAway, held.wasThere]).toEqual([false, false, false]);
});

test('a reading that comes when the finger has waited long enough says nothing', async () => {
  const late = Promise.withResolvers<Taken>();
  const held = touch(before, () => late.promise);
  const looked = held.look();
  await vi.advanceTimersByTimeAsync(250);
  expect(await looked).toBe(false);
  late.resolve(moved);
  await vi.runAllTimersAsync();
  expect([held.wasAway, held.wasThere]).toEqual([false, false]);
});

test.each([read(100, 151), undefined])(
  'a phone that reads slowly, or of which nothing is known, is not asked',
  async (last) => {
    const take = vi.fn(async () => moved);
    expect(await touch(last, take).look()).toBe(false);
    expect(take).not.toHaveBeenCalled();
  },
);

const menu = (top: number): TreeNode => button('Menu', box(0, top, 200, top + 100));
const apps = [button('Feed', box(0, 300, 500, 400)), button('Notes', box(0, 400, 500, 500))];
const search = node({
  className: 'android.widget.EditText',
  isEditable: true,
  isFocused: true,
  description: 'Search apps',
  box: box(0, 100, 1080, 200),
});
const rows = (names: string, backward = false): TreeNode =>
  list(
    [...names].map((name, at) => [text(name, box(0, at * 100, 500, at * 100 + 100))]),
    0,
    { scroll: { forward: true, backward }, box: box(0, 0, 1080, 1000) },
  );
/** A card with a button in it, which both move with the page. */
const card = (top: number): TreeNode =>
  node(
    {
      className: 'android.view.ViewGroup',
      isClickable: true,
      text: 'Card',
      box: box(0, top, 1080, top + 400),
    },
    button('Buy', box(400, top + 250, 680, top + 350)),
  );
const keys = node({ className: 'android.inputmethodservice.Keyboard', box: box(0, 1600, 1080, 2400) });
const keyboard = windowOf(keys, { type: 'keyboard', layer: 9, isActive: false });

test.each<[string, boolean, string, readonly TreeNode[], readonly TreeNode[], isTyping?: boolean]>([
  ['a button that stays', false, 'Menu', [menu(1200)], [menu(1200)]],
  ['a button that moved a little and is under the finger still', false, 'Menu', [menu(1200)], [menu(1230)]],
  ['a button that stands elsewhere', true, 'Menu', [menu(1200)], [menu(1700)]],
  [
    'a button under a drawer that had opened just before: a hit would have opened it, too',
    true,
    'Search',
    [...apps, button('Search', box(0, 2200, 1080, 2300))],
    [search, ...apps],
  ],
  ['a row of a list that was scrolled on', true, 'c', [rows('abcdefgh')], [rows('defgh', true)]],
  ['a card of which a button has come under the finger', true, 'Card', [card(100)], [card(0)]],
  ['a button over which a keyboard has come', true, 'Menu', [menu(2000)], [menu(2000)], true],
])('%s: away %s', (_what, away, label, then, now, isTyping = false) => {
  const own = { refs: new RefBook(1), hidden: new HiddenFields() };
  const readAll = (nodes: readonly TreeNode[], isWithKeyboard: boolean) =>
    observe([windowOf(node({}, ...nodes)), ...(isWithKeyboard ? [keyboard] : [])], false, own);
  const first = readAll(then, false);
  const named = first.nodes.find((one) => one.label === label) ?? expect.fail(`no ${label}`);
  const found = findTarget({ ref: named.ref }, first, undefined);
  if (found.kind === 'refused') return expect.fail(found.why);
  expect(isAway({ node: named, point: found.point }, readAll(now, isTyping))).toBe(away);
});
