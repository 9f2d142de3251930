import { expect, test } from 'vitest';
import { box, button, list, node, page, shelves, text, windowOf } from '../../test/screen-tree.ts';
import { findTarget } from './find-target.ts';
import { wasMissed } from './missed.ts';
import { HiddenFields } from './outline/hidden-fields.ts';
import { observe } from './outline/observation.ts';
import { RefBook } from './outline/refs.ts';
import type { TreeNode } from './tree.ts';

type Screen = readonly TreeNode[];
const field = (name: string, top: number, isFocused = false): TreeNode =>
  node({
    className: 'android.widget.EditText',
    isEditable: true,
    isClickable: true,
    description: name,
    isFocused,
    box: box(0, top, 1080, top + 100),
  });
/** A list of which these rows show; `top`: where the first of them begins, `head`: where the list does. */
const rows = (names: string, { top = 0, backward = false, head = 0 } = {}): TreeNode =>
  list(
    [...names].map((name, at) => [text(name, box(0, top + at * 100, 500, top + at * 100 + 100))]),
    top,
    { scroll: { forward: true, backward }, box: box(0, head, 1080, 1000) },
  );
/** A card with a button in it, which both move with the page. */
const card = (top: number): TreeNode =>
  node(
    {
      box: box(0, top, 1080, top + 400),
      isClickable: true,
      text: 'Card',
      className: 'android.view.ViewGroup',
    },
    button('Buy', box(400, top + 250, 680, top + 350)),
  );
const keys = node({ className: 'android.inputmethodservice.Keyboard', box: box(0, 1600, 1080, 2400) });
const keyboard = windowOf(keys, { type: 'keyboard', layer: 9, isActive: false });
const other = [text('Details', box(0, 0, 1080, 100)), button('Share', box(0, 300, 1080, 400))];
const drawer = [button('Inbox', box(0, 0, 500, 100)), button('Sent', box(0, 100, 500, 200))];
const menu = [
  button('Menu', box(0, 1200, 200, 1300)),
  button('Help', box(0, 1300, 200, 1400)),
  button('Send', box(0, 1400, 200, 1500)),
];

function judge(
  touched: string,
  screens: { before: Screen; first: Screen; atRest?: Screen; typing?: boolean | 'later' | 'before' },
  wasThere?: boolean,
) {
  const memory = { refs: new RefBook(1), hidden: new HiddenFields() };
  const read = (children: Screen, isTyping = false) =>
    observe([windowOf(node({}, ...children)), ...(isTyping ? [keyboard] : [])], false, memory);
  const before = read(screens.before, screens.typing === 'before');
  const named = before.nodes.find(({ label }) => label === touched) ?? expect.fail(`no ${touched}`);
  const found = findTarget({ ref: named.ref }, before, undefined);
  if (found.kind === 'refused') return expect.fail(found.why);
  const first = read(screens.first, screens.typing === true);
  const atRest =
    screens.atRest === undefined
      ? first
      : read(screens.atRest, screens.typing === true || screens.typing === 'later');
  return wasMissed({ node: named, point: found.point, wasThere }, before, first, atRest);
}

test.each<[string, boolean, string, Parameters<typeof judge>[1]]>([
  ['a button that stayed', false, 'Menu', { before: menu, first: menu }],
  [
    'a button that stands elsewhere now',
    true,
    'Menu',
    { before: menu, first: [button('Menu', box(0, 1700, 200, 1800))] },
  ],
  ['a button that opened another screen', false, 'Menu', { before: menu, first: other }],
  [
    'a row that has gone, and those after it moved up',
    false,
    'c',
    { before: [rows('abcde')], first: [rows('abde')] },
  ],
  ['the first row that has gone', false, 'a', { before: [rows('abcde')], first: [rows('bcde')] }],
  [
    'a row of a list that was scrolled past it',
    true,
    'a',
    { before: [rows('abcde')], first: [rows('defg', { backward: true })] },
  ],
  [
    'the first row that shows of a scrolled list, which was scrolled on past it',
    true,
    'a',
    { before: [rows('abcde', { backward: true })], first: [rows('bcdef', { backward: true })] },
  ],
  [
    'a row of a scrolled list that was scrolled on past it',
    true,
    'b',
    { before: [rows('abcde', { backward: true })], first: [rows('defg', { backward: true })] },
  ],
  [
    'a row of a list that was scrolled back, so that rows before it came down',
    true,
    'e',
    { before: [rows('cde', { backward: true })], first: [rows('abcd', { backward: true })] },
  ],
  [
    'a row of a list of which nothing is left',
    true,
    'a',
    { before: [rows('abcde', { backward: true })], first: [rows('vwxyz', { backward: true })] },
  ],
  [
    'a row that brought other rows into its list, from the first one',
    false,
    'a',
    { before: [rows('abcde')], first: [rows('vwxyz')] },
  ],
  [
    'a field that got the focus and the keyboard',
    false,
    'Name',
    { before: [field('Name', 900)], first: [field('Name', 400, true)], typing: true },
  ],
  [
    'a button beside which a field got the focus and the keyboard',
    true,
    'Menu',
    { before: [...menu, field('Name', 900)], first: [...menu, field('Name', 900, true)], typing: true },
  ],
  [
    'a button that goes on to the next field, with the keyboard there already',
    false,
    'Menu',
    {
      before: [...menu, field('Name', 900, true), field('Town', 1000)],
      first: [...menu, field('Name', 900), field('Town', 1000, true)],
    },
  ],
  [
    'a button that brought a field with the focus',
    false,
    'Menu',
    { before: menu, first: [field('Find', 0, true)], typing: true },
  ],
  [
    'a text, where something unseen lay over it that brought a field with the focus',
    true,
    'Details',
    { before: other, first: [field('Find', 0, true), ...other.slice(1)], typing: true },
  ],
  [
    'the same, where the keyboard came later than the first reading',
    true,
    'Details',
    {
      before: other,
      first: other.slice(1),
      atRest: [field('Find', 0, true), ...other.slice(1)],
      typing: 'later',
    },
  ],
  [
    'a row that is gone, because a field above the list got the focus',
    true,
    'c',
    {
      before: [rows('abc'), field('Find', 1200)],
      first: [rows('ab'), field('Find', 1200, true)],
      typing: true,
    },
  ],
  [
    'a button that stands elsewhere since a keyboard came, which may have come by itself before',
    true,
    'Menu',
    { before: menu, first: [button('Menu', box(0, 200, 200, 300))], typing: true },
  ],
  [
    'a button that sent the keyboard away, and moved down with it',
    false,
    'Menu',
    { before: menu, first: [button('Menu', box(0, 1700, 200, 1800))], typing: 'before' },
  ],
  [
    'a button of a page that was scrolled on past it',
    true,
    'a',
    { before: [page('abcdefghij')], first: [page('abcdefghij', { top: -300 })] },
  ],
  [
    'a button of a page that has left it',
    false,
    'e',
    { before: [page('abcdefgh')], first: [page('abcdfgh')] },
  ],
  [
    'a picture in a row of pictures, in a list that was scrolled past it',
    true,
    'a1',
    { before: [shelves('abcd')], first: [shelves('bcde')] },
  ],
  [
    'a row of a list that was scrolled, while the header over it folded',
    true,
    'c',
    {
      before: [rows('bcde', { top: 300, head: 300, backward: true })],
      first: [rows('defgh', { head: 100, top: 100, backward: true })],
    },
  ],
  [
    'a card that still is at the point, where a button in it has come',
    true,
    'Card',
    { before: [card(100)], first: [card(0)] },
  ],
  [
    'a row of a list that had scrolled, of which the first reading told the tree of before',
    true,
    'c',
    { before: [rows('abcdefgh')], first: [rows('abcdefgh')], atRest: [rows('defgh', { backward: true })] },
  ],
  [
    'a row that had left by the last reading because of the touch',
    false,
    'c',
    { before: [rows('abcde')], first: [rows('abcde')], atRest: [rows('abde')] },
  ],
  [
    'a field of a drawer that had closed, with nothing at the point',
    true,
    'Find',
    { before: [field('Find', 0, true), ...menu], first: menu, typing: 'before' },
  ],
  [
    'a field that opened a page to search on',
    false,
    'Find',
    { before: [field('Find', 0), ...menu], first: [field('Find on the page', 0, true)], typing: true },
  ],
  [
    'a button under a drawer that the reading before did not show, and that the touch closed',
    true,
    'Menu',
    { before: menu, first: drawer, atRest: menu },
  ],
  [
    'a button that is away for a moment, and then elsewhere',
    true,
    'Send',
    {
      before: menu,
      first: menu.slice(0, 2),
      atRest: [...menu.slice(0, 2), button('Send', box(0, 300, 200, 400))],
    },
  ],
  [
    'a button that is away for a moment, and then there again',
    false,
    'Send',
    { before: menu, first: menu.slice(0, 2), atRest: menu },
  ],
])('%s: missed %s', (_what, isMissed, touched, screens) => {
  expect(judge(touched, screens)).toBe(isMissed);
});

test('a touch of a screen that was turned before it is told as missed: scrcpy has dropped it', () => {
  const memory = { refs: new RefBook(1), hidden: new HiddenFields() };
  const read = (width: number, height: number) =>
    observe(
      [windowOf(node({ box: box(0, 0, width, height) }, button('Menu', box(0, 0, 500, 500))))],
      false,
      memory,
    );
  const [upright, wide] = [read(1080, 2400), read(2400, 1080)];
  const touched = { node: upright.nodes[0] ?? expect.fail('no node'), point: { x: 250, y: 250 } };
  expect(wasMissed(touched, upright, upright, upright)).toBe(false);
  expect(wasMissed(touched, upright, wide, wide)).toBe(true);
});

test('a button that slides away while it opens another screen was hit, where it was seen under the finger', () => {
  const slid = [button('Menu', box(0, 1700, 200, 1800)), button('Help', box(0, 1800, 200, 1900))];
  const opened = { before: menu, first: slid, atRest: other };
  expect([judge('Menu', opened), judge('Menu', opened, true)]).toEqual([true, false]);
  // The same screen is no proof of a hit.
  expect(judge('Menu', { before: menu, first: slid }, true)).toBe(true);
});
