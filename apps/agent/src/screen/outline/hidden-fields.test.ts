// No part of a secret is sent with a screen, however an app writes it.
import { expect, test } from 'vitest';
import { box, list, node, text, windowOf } from '../../../test/screen-tree.ts';
import type { TreeNode, TreeWindow } from '../tree.ts';
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

const named = { resourceId: 'com.shop:id/card_field' };

test.each([
  ['the first keys', named, '4111'],
  ['another way to write it', named, '4111-2222'],
  ['a field without a name', {}, '4111'],
  ['a field with a description alone', { description: 'Card' }, '4111'],
])('a field of a stored secret shows nothing: %s', (_name, what, shown) => {
  const { memory, read, outline } = reader();
  const { nodes, fieldNames } = read(windowOf(field(what)));
  const ref = nodes[0]?.ref ?? '';
  memory.hidden.addSecret('4111 2222', [ref, ...(fieldNames.get(ref) ?? [])]);
  expect(outline(field({ ...what, text: shown }))[0]).toContain('= "(hidden)"');
});

test('a field of a stored secret stays hidden on the next visit to its screen', () => {
  const { memory, read, outline } = reader();
  const { nodes, fieldNames } = read(windowOf(field(named)));
  const ref = nodes[0]?.ref ?? '';
  memory.hidden.addSecret('4111 2222', [ref, ...(fieldNames.get(ref) ?? [])]);
  for (let turn = 0; turn < 4; turn++) outline(text('Another screen', at(0)));
  const [line] = outline(field({ ...named, text: '4111' }));
  expect(line).not.toMatch(new RegExp(`^${ref} `));
  expect(line).toContain('= "(hidden)"');
});

test('a password without a name stays hidden while its text is shown', () => {
  const { outline } = reader();
  outline(field({ isPassword: true, text: '•••' }));
  expect(outline(field({ text: 'Sesame' }))[0]).toContain('= "(hidden)"');
});

test.each([
  ['in capitals', 'You are Hunter22.', 'You are (hidden).'],
  ['in groups', 'Card 4111 1111 2222', 'Card (hidden)'],
  ['over several lines', 'hun\nter22', '(hidden)'],
  ['one within the other', 'abcdefgh', '(hidden)'],
  ['one after the other', 'abcd and hunter22', '(hidden) and (hidden)'],
  ['one over the end of the other', 'xabcdxyz', 'x(hidden)'],
  ['after an emoji', '👋 HUNTER22 👋', '👋 (hidden) 👋'],
  ['no part', 'abc', 'abc'],
  ['with a soft hyphen', 'hunt\u00ader22!', '(hidden)!'],
  ['with a space of no width', 'hunt\u200ber22', '(hidden)'],
  ['with a joiner', 'hunt\u2060er22', '(hidden)'],
  ['with a mark of direction', 'My hunt\u200eer22', 'My (hidden)'],
  ['with a mark on a letter', 'hu\u0301nter22 is it', '(hidden) is it'],
  ['with an accented letter', 'h\u00fanter22', '(hidden)'],
  ['with a filler', 'hunt\u3164er22', '(hidden)'],
  ['with a control character', 'hunt\u0081er22', '(hidden)'],
  ['with a hyphen that breaks no line', 'red\u2011fox', '(hidden)'],
  ['with a dash', 'red\u2013fox', '(hidden)'],
  ['with a minus', 'red\u2212fox', '(hidden)'],
  ['in capitals that are longer', 'STRASSE9', '(hidden)'],
])('a stored secret is hidden %s', (_name, shown, expected) => {
  const { memory, outline } = reader();
  for (const secret of ['abcd', 'abcdefgh', 'cdxyz', 'hunter22', '411111112222', 'red-fox', 'straße9'])
    memory.hidden.addSecret(secret, []);
  expect(outline(text(shown, at(0)))[0]).toBe(`n1 text ${JSON.stringify(expected)}`);
});

test('a secret that an earlier version has kept is hidden as well as a new one', () => {
  const { memory, outline } = reader();
  memory.hidden.restore({
    secrets: ['red\u2013fox'],
    secret_fields: [],
    fields: [],
    texts: ['h\u00fanter22'],
  });
  expect(outline(text('red-fox hunter22', at(0)))[0]).toBe('n1 text "(hidden) (hidden)"');
});

test('texts are cut after secrets are hidden in them', () => {
  const { memory, read } = reader();
  memory.hidden.addSecret('hunter22', []);
  const { head, nodes } = read(
    windowOf(
      node(
        {},
        text(`${'x'.repeat(496)}hunter22`, at(0)),
        list([[text('A')], [text(`${'y'.repeat(76)}hunter22`)]], 950),
      ),
    ),
  );
  expect(JSON.stringify(nodes)).not.toContain('hunt');
  const [first] = writeOutline(head, nodes).nodes;
  expect(first?.label).toBe(`${'x'.repeat(496)}(hid…`);
  expect(nodes.find(({ more }) => more)?.more?.labels).toEqual([`${'y'.repeat(76)}(hid`]);
});

test('a hidden field into which keys still come has not settled', () => {
  const { memory, read } = reader();
  const before = read(windowOf(field(named)));
  memory.hidden.addSecret('4111 2222', [before.nodes[0]?.ref ?? '']);
  const [one, two] = ['41', '4111'].map(
    (shown) => read(windowOf(field({ ...named, text: shown }))).signature,
  );
  expect(one).not.toBe(two);
});
