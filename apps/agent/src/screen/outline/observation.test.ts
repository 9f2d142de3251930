import { maxOutlineBytes } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { box, button, list, node, text, windowOf } from '../../../test/screen-tree.ts';
import type { TreeNode, TreeWindow } from '../tree.ts';
import { compare } from './changes.ts';
import { HiddenFields } from './hidden-fields.ts';
import { observe } from './observation.ts';
import { writeOutline } from './outline-text.ts';
import { RefBook } from './refs.ts';

const at = (top: number) => box(0, top, 500, top + 100);
const field = (what: Partial<TreeNode>): TreeNode =>
  node({ className: 'android.widget.EditText', isEditable: true, isClickable: true, box: at(0), ...what });

function reader() {
  const memory = { refs: new RefBook(1), hidden: new HiddenFields() };
  const read = (...windows: TreeWindow[]) => observe(windows, false, memory);
  const outline = (...roots: TreeNode[]) => {
    const { head, nodes } = read(...roots.map((root) => windowOf(root)));
    return writeOutline(head, nodes).text.split('\n').slice(1);
  };
  return { memory, read, outline };
}

test('an outline has a line for each item, and one for the keyboard and the status bar', () => {
  const { read } = reader();
  const bar = node(
    { packageName: 'com.android.systemui', box: box(0, 0, 1080, 96) },
    text('09:41', box(0, 0, 100, 96)),
  );
  const keys = node({ box: box(0, 1480, 1080, 2400) }, button('q', box(0, 1480, 90, 1600)));
  const { head, nodes, keyboard, display } = read(
    windowOf(node({ box: box(0, 0, 1080, 2400) }, text('Notes', at(200)), list([[text('A')]], 0))),
    windowOf(keys, { type: 'keyboard', layer: 2, isActive: false }),
    windowOf(bar, { type: 'system', layer: 3, isActive: false }),
  );
  expect(writeOutline(head, nodes).text).toBe(
    [
      'app com.shop',
      'keyboard open, top 1480',
      'status bar "09:41"',
      'n1 text "Notes"',
      'n2 list (more after)',
      '  n3 button "A" [covered, cut_off]',
    ]
      .join('\n')
      .replace(' [covered, cut_off]', ' [covered]'),
  );
  expect({ keyboard, display }).toEqual({ keyboard: { top: 1480 }, display: { width: 1080, height: 2400 } });
});

test('a text can’t look like a line of the outline', () => {
  expect(reader().outline(text('x"\nn99 button "Pay', at(0)))).toEqual([
    'n1 text "x\\"\\nn99 button \\"Pay"',
  ]);
});

test.each([
  ['a password', { isPassword: true, text: '••••••g' }],
  ['a field by its id', { resourceId: 'com.shop:id/newPin', text: '1234' }],
  ['a field by its hint', { description: 'Security code (CVV)', text: '123' }],
])('%s is hidden', (_name, what) => {
  const [line] = reader().outline(field(what));
  expect(line).toContain('= "(hidden)"');
  expect(line).not.toContain(what.text);
});

test('names that only look like secrets are not hidden', () => {
  expect(
    reader().outline(field({ resourceId: 'com.shop:id/shipping_spinner', text: 'Main St' }))[0],
  ).toContain('"Main St"');
});

test('a password stays hidden while its text is shown, and so does what was typed into it', () => {
  const { memory, outline } = reader();
  const id = { resourceId: 'com.shop:id/login_field' };
  outline(field({ ...id, isPassword: true, text: '•••' }));
  memory.hidden.addText('open sesame');
  const lines = outline(
    node({}, field({ ...id, text: 'open sesame' }), text('You typed open sesame', at(300))),
  );
  expect(lines.join('\n')).not.toContain('sesame');
});

test('changes are told by name, and what only moved is the same', () => {
  const { read } = reader();
  const like = { resourceId: 'com.shop:id/like' };
  const before = read(
    windowOf(
      node({}, button('Like', at(0), like), text('A', at(200)), text('B', at(300)), text('C', at(400))),
    ),
  );
  const after = read(
    windowOf(
      node(
        {},
        button('Like', at(50), { ...like, isSelected: true }),
        text('A', at(250)),
        text('B', at(350)),
        text('D', at(450)),
      ),
    ),
  );
  expect(compare(before.nodes, after.nodes)).toEqual({
    lines: ['~ n1 button "Like" [selected]', '+ n5 text "D"', '- n4 text "C"', '= 2 the same'],
    isOther: false,
  });
  expect(compare(after.nodes, after.nodes).lines).toEqual(['nothing changed']);
  expect(compare(before.nodes, []).isOther).toBe(true);
});

test('readings between which nothing moved have the same signature', () => {
  const { read } = reader();
  const root = (top: number) => windowOf(node({}, text('A', at(top))));
  expect(read(root(0)).signature).toBe(read(root(0)).signature);
  expect(read(root(10)).signature).not.toBe(read(root(0)).signature);
});

test.each<[string, TreeNode, string]>([
  ['few items', node({}, ...many(5, (index) => text(`item ${index}`, at(index)))), 'none'],
  [
    'pictures without a name',
    node({}, ...many(2_000, (index) => node({ className: 'x.ProgressBar', resourceId: `p${index}` }))),
    'controls_only',
  ],
  [
    'long texts',
    node({}, ...many(60, (index) => text(`${index} ${'word '.repeat(400)}`, at(index)))),
    'texts',
  ],
  [
    'a long list',
    list(
      many(400, (index) => [text(`row ${index} ${'with a long label '.repeat(5)}`)]),
      0,
      { box: box(0, 0, 1080, 99_999) },
    ),
    'rows',
  ],
  [
    'many texts',
    node({}, ...many(1_500, (index) => text(`just a text ${index}`, at(index))), button('Go', at(0))),
    'controls_only',
  ],
  [
    'a hostile screen',
    node({}, ...many(3_000, (index) => button(`button ${index} ${'x'.repeat(500)}`, at(index)))),
    'cut',
  ],
])('%s: the outline fits, and names how it was shortened', (_name, root, expected) => {
  const { read } = reader();
  const tall = { ...root, box: box(0, 0, 1080, 99_999) };
  const { head, nodes } = read(windowOf(tall));
  const outline = writeOutline(head, nodes);
  expect(outline.shortened).toBe(expected);
  expect(Buffer.byteLength(outline.text)).toBeLessThanOrEqual(maxOutlineBytes);
  expect(outline.text.split('\n')).toHaveLength(outline.nodes.length + 1);
});

function many<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

test('a list that goes on to the side says so', () => {
  const cards = [0, 1].map((at) => text(`Card ${at}`, box(at * 600, 0, at * 600 + 500, 300)));
  const row = node({ box: box(0, 0, 500, 300), scroll: { forward: true, backward: false } }, ...cards);
  expect(reader().outline(row)[0]).toBe('n1 list (more right: "Card 1")');
});

test('a field of which a part is missing in the outline says so', () => {
  const { read, memory } = reader();
  memory.hidden.addText('open sesame');
  const partOf = (value: string) => {
    const { head, nodes } = read(windowOf(field({ text: value, resourceId: 'com.shop:id/note' })));
    const whole = nodes[0]?.value_is_partial;
    return [whole, writeOutline(head, nodes, 200).nodes[0]?.value_is_partial];
  };
  expect(partOf('short')).toEqual([undefined, undefined]);
  expect(partOf('x'.repeat(300))).toEqual([undefined, true]);
  expect(partOf('x'.repeat(10_000))).toEqual([true, true]);
  expect(partOf('say open sesame to it')).toEqual([true, true]);
});

test('a label that is cut ends with an ellipsis and is told, and everything has it whole', () => {
  const { head, nodes } = reader().read(
    windowOf(node({}, text('x'.repeat(600), at(0)), button('Go', at(200)))),
  );
  const short = writeOutline(head, nodes);
  expect([short.shortened, short.nodes[0]?.label]).toEqual(['texts', `${'x'.repeat(500)}…`]);
  const full = writeOutline(head, nodes, 512 * 1024, true);
  expect([full.shortened, full.nodes[0]?.label]).toEqual(['none', 'x'.repeat(600)]);
});
