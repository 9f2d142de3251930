import { describe, expect, test } from 'vitest';
import { box, button, list, node, text, windowOf } from '../../../test/screen-tree.ts';
import type { TreeNode } from '../tree.ts';
import { collectItems } from './items.ts';

const items = (...roots: TreeNode[]): string[] =>
  collectItems(roots.map((root, at) => windowOf(root, { layer: at }))).map(
    ({ role, label, value, hint, states, depth }) =>
      `${'  '.repeat(depth)}${role} ${label}${value === null ? '' : ` =${value}`}${hint === null ? '' : ` ?${hint}`}${states.map((one) => ` ${one}`).join('')}`,
  );
const at = (top: number) => box(0, top, 500, top + 100);
const editText = { className: 'android.widget.EditText', isEditable: true, isClickable: true };

describe('folding', () => {
  test.each<[string, TreeNode, string[]]>([
    ['containers without a meaning go', node({}, node({}, text('Hello', at(0)))), ['text Hello']],
    [
      'a control takes the texts inside of it, without repeats',
      node({ isClickable: true, description: 'Tea' }, text('Tea'), node({}, text('2 pieces'))),
      ['button Tea, 2 pieces'],
    ],
    [
      'a control inside of a control is an item of its own',
      node({ isClickable: true }, text('Tea'), button('Remove', at(0))),
      ['button Tea', '  button Remove'],
    ],
    [
      'a row with one switch is that switch, whose state is unknown unless it is told',
      node({ isClickable: true }, text('Wi-Fi'), node({ className: 'android.widget.Switch' })),
      ['switch Wi-Fi unknown'],
    ],
    [
      'a told state is taken',
      node(
        { isClickable: true },
        text('Wi-Fi'),
        node({ className: 'android.widget.Switch', isChecked: true }),
      ),
      ['switch Wi-Fi checked'],
    ],
    [
      'a hint is no value',
      node({ ...editText, text: 'Your mail', isHintShowing: true, box: at(0) }),
      ['field  = ?Your mail'],
    ],
    [
      'a value is no label',
      node({ ...editText, text: 'a@b.c', description: 'Mail', box: at(0) }),
      ['field Mail =a@b.c'],
    ],
    [
      'a picture with a name',
      node({ className: 'android.widget.ImageView', description: 'Photo' }),
      ['picture Photo'],
    ],
    [
      'what is disabled or selected says so',
      button('Pay', at(0), { isEnabled: false, isSelected: true }),
      ['button Pay disabled selected'],
    ],
    ['what is not visible is left out', node({}, text('gone', at(0), { isVisible: false })), []],
    [
      'an empty or inverted box shows nothing',
      node({}, text('gone', box(9, 9, 9, 20)), text('too', box(50, 9, 40, 20))),
      [],
    ],
  ])('%s', (_name, root, expected) => {
    expect(items(root)).toEqual(expected);
  });
});

test('a rectangle ends where a list, the window or the screen ends', () => {
  const root = node({}, list([[text('A')], [text('B')], [text('C')]], 750));
  const [, , , last] = collectItems([windowOf(root)]);
  expect(last?.box).toEqual(box(0, 950, 1080, 1000));
  expect(last?.states).toEqual(['cut_off']);
});

test('a control under a higher window, or under a later control, is covered', () => {
  const dialog = node({ box: box(0, 0, 1080, 300) }, text('Sure?', box(0, 0, 1080, 250)));
  expect(items(node({}, button('Pay', at(100)), button('Help', at(600))), dialog)).toEqual([
    'button Pay covered',
    'button Help',
    'text Sure?',
  ]);
  const floating = button('New', box(0, 100, 500, 200), { drawingOrder: 2 });
  expect(items(node({}, floating, button('Row', at(100), { drawingOrder: 1 })))).toEqual([
    'button New',
    'button Row covered',
  ]);
});

test('a list tells where it goes on, and what waits there', () => {
  const rows = ['A', 'B', 'C', 'D', 'E'].map((label) => [text(label)]);
  const root = list(rows, 800);
  expect(collectItems([windowOf(root)])[0]?.more).toEqual({
    before: false,
    after: true,
    axis: 'vertical',
    hidden: 3,
    labels: ['C', 'D', 'E'],
  });
});

test('a list goes on to the side where its parts lie beside each other, and a page is what its one child holds', () => {
  const scroll = { scroll: { forward: true, backward: false } };
  const cards = ['A', 'B', 'C'].map((label, at) => text(label, box(at * 600, 0, at * 600 + 500, 300)));
  const inside = (...parts: TreeNode[]) => node({ box: box(0, 0, 1800, 300) }, ...parts);
  const moreOf = (list: TreeNode) => collectItems([windowOf(list)])[0]?.more;
  const toTheSide = { axis: 'horizontal', hidden: 1, labels: ['C'] };
  expect(moreOf(node({ ...scroll, box: box(0, 0, 1080, 300) }, ...cards))).toMatchObject(toTheSide);
  expect(moreOf(node({ ...scroll, box: box(0, 0, 1080, 300) }, inside(...cards)))).toMatchObject(toTheSide);
  const page = ['A', 'B'].map((label, at) => text(label, box(0, at * 600, 1080, at * 600 + 500)));
  expect(moreOf(node({ ...scroll, box: box(0, 0, 1080, 500) }, inside(...page)))).toMatchObject({
    axis: 'vertical',
    hidden: 1,
    labels: ['B'],
  });
});

test('of thousands of siblings each is looked at a few times, not once for each other', () => {
  const count = 5_000;
  let looks = 0;
  const rows = Array.from({ length: count }, (_, row) => {
    const one = button(`Row ${row}`, box(0, 0, 0, 0), { drawingOrder: row });
    const place = box(0, row, 1080, row + 1);
    return Object.defineProperty({ ...one }, 'box', {
      get: () => {
        looks++;
        return place;
      },
    });
  });
  const root = node({ box: box(0, 0, 1080, count) }, ...rows);
  expect(collectItems([windowOf(root)])).toHaveLength(count);
  expect(looks).toBeLessThan(count * 10);
});
