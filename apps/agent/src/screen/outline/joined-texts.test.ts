// An app shows a code with a box for each digit: readers of the screen see none of the digits.
import { expect, test } from 'vitest';
import { box, button, node, text, windowOf } from '../../../test/screen-tree.ts';
import type { TreeNode } from '../tree.ts';
import { HiddenFields } from './hidden-fields.ts';
import { observe } from './observation.ts';
import { writeOutline } from './outline-text.ts';
import { RefBook } from './refs.ts';

const code = '493817';
const at = (column: number) => box(column * 100, 0, column * 100 + 90, 100);
const field = (value: string, column: number, what: Partial<TreeNode> = {}): TreeNode =>
  node({ className: 'android.widget.EditText', isEditable: true, text: value, box: at(column), ...what });
const fields = (values: readonly string[], what?: Partial<TreeNode>) =>
  values.map((value, column) => field(value, column, what));
const texts = (values: readonly string[]) => values.map((value, column) => text(value, at(column)));

function reader() {
  const memory = { refs: new RefBook(1), hidden: new HiddenFields() };
  const read = (children: TreeNode[], what: Partial<TreeNode> = {}) => {
    const observation = observe([windowOf(node(what, ...children))], false, memory);
    const shown = writeOutline(observation.head, observation.nodes).text.split('\n').slice(1).join('\n');
    return { ...observation, shown };
  };
  return { memory, read };
}

test.each([
  ['fields with a digit each', fields([...code])],
  ['fields with three digits', fields(['493', '817'])],
  ['fields whose digits are written otherwise', fields([...'４９３８１７'])],
  ['fields that share an id', fields([...code], { resourceId: 'com.shop:id/digit' })],
  ['texts with a digit each', texts([...code])],
  ['texts with a dash between them', texts(['493', '–', '817'])],
  ['texts of one control', [node({ isClickable: true }, ...texts([...code]))]],
])('a stored secret is hidden in %s, and known to be shown', (_name, children) => {
  const { memory, read } = reader();
  memory.hidden.addSecret(code, []);
  const { showsSecret, nodes } = read(children);
  const told = JSON.stringify(nodes.map(({ label, value }) => [label, value]));
  expect(told).toContain('(hidden)');
  expect(told).not.toMatch(/\p{N}/u);
  expect(showsSecret).toBe(true);
});

test.each([
  ['the keys of a keypad', [...'123456'].map((key, column) => button(key, at(column)))],
  ['numbers that only contain it', texts(['11', '23456', '7'])],
])('what has nothing to do with a secret is shown: %s', (_name, children) => {
  const { memory, read } = reader();
  memory.hidden.addSecret('123456', []);
  const { shown, showsSecret } = read(children);
  expect(shown).not.toContain('(hidden)');
  expect(showsSecret).toBe(false);
});

test('while a secret is typed, fields of its app that change are hidden from the first key on', () => {
  const { memory, read } = reader();
  const name = field('Ada', 7);
  const before = read([...fields(['', '', '']), name]);
  const first = before.nodes[0]?.ref ?? '';
  memory.hidden.addSecret('493', [first], { app: 'com.shop', texts: before.fieldTexts });
  const typing = read([...fields(['4', '9', '']), name]);
  expect(typing.showsSecret).toBe(true);
  expect(typing.nodes.map(({ value }) => value)).toEqual(['(hidden)', '(hidden)', '', 'Ada']);
  memory.hidden.endTyping();
  const later = read([...fields(['4', '9', '']), field('Bob', 7)]);
  expect(later.nodes.map(({ value }) => value)).toEqual(['(hidden)', '(hidden)', '', 'Bob']);
});

test('fields of another app that change meanwhile are shown', () => {
  const { memory, read } = reader();
  const before = read([field('', 0), field('1', 1, { packageName: 'com.clock' })]);
  memory.hidden.addSecret('493', [before.nodes[0]?.ref ?? ''], { app: 'com.shop', texts: before.fieldTexts });
  const { nodes } = read([field('4', 0), field('2', 1, { packageName: 'com.clock' })]);
  expect(nodes.map(({ value }) => value)).toEqual(['(hidden)', '2']);
});
