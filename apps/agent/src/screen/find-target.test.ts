import type { ActionRefusal, ScreenNode } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { box, button, node, windowOf } from '../../test/screen-tree.ts';
import { findTarget } from './find-target.ts';
import { HiddenFields } from './outline/hidden-fields.ts';
import { observe } from './outline/observation.ts';
import { RefBook } from './outline/refs.ts';
import type { TreeNode, TreeWindow } from './tree.ts';

const at = (top: number) => box(100, top, 300, top + 100);
const read = (...children: TreeNode[]) =>
  observe([windowOf(node({}, ...children))], false, { refs: new RefBook(1), hidden: new HiddenFields() });
const floating = button('New', box(0, 0, 1080, 300), { drawingOrder: 9 });
const list = (inside: TreeNode) =>
  node({ box: box(0, 0, 1080, 40), scroll: { forward: true, backward: false } }, inside);

test('a control is hit in the middle of what shows of it', () => {
  const found = findTarget({ ref: 'n1' }, read(button('Pay', at(200))), undefined);
  expect(found).toMatchObject({ kind: 'found', point: { x: 200, y: 250 } });
});

test.each<[ActionRefusal, string, TreeNode[]]>([
  ['disabled', 'n1', [button('Pay', at(0), { isEnabled: false })]],
  ['covered', 'n1', [button('Pay', at(0)), floating]],
  ['hidden', 'n2', [list(button('Pay', at(0)))]],
  ['gone', 'n99', [button('Pay', at(0))]],
])('%s is refused', (why, ref, children) => {
  expect(findTarget({ ref }, read(...children), undefined)).toMatchObject({ kind: 'refused', why });
});

test('a control that says something else than the caller has read is refused', () => {
  const id = { resourceId: 'com.shop:id/action' };
  const memory = { refs: new RefBook(1), hidden: new HiddenFields() };
  const readAs = (label: string) => observe([windowOf(node({}, button(label, at(0), id)))], false, memory);
  const seen = readAs('Save').nodes[0];
  const now = readAs('Delete');
  // The name has stayed, as for a count that changes.
  expect(now.nodes[0]?.ref).toBe(seen?.ref);
  expect(findTarget({ ref: 'n1' }, now, seen)).toMatchObject({ kind: 'refused', why: 'changed' });
  expect(findTarget({ ref: 'n1' }, now, now.nodes[0])).toMatchObject({ kind: 'found' });
});

test('in place of what is gone, the likest others are named first', () => {
  const seen = { ...(read(button('Pay', at(0))).nodes[0] as ScreenNode), ref: 'n77' };
  const now = read(button('Help', at(0)), button('Pay', at(2_000)));
  const found = findTarget({ ref: 'n77' }, now, seen);
  expect(found.kind === 'refused' && found.nodes.map(({ label }) => label)).toEqual(['Pay', 'Help']);
});

test('a point is taken as it is, and half a point is none', () => {
  const screen = read(button('Pay', at(0)));
  expect(findTarget({ x: 5, y: 6 }, screen, undefined)).toMatchObject({ point: { x: 5, y: 6 } });
  expect(findTarget({ x: 5 }, screen, undefined)).toMatchObject({ kind: 'refused', why: 'no_target' });
});

test('a row is touched beside the buttons in it', () => {
  const more = button('More', box(400, 0, 700, 200));
  const row = { box: box(0, 0, 1080, 200), isClickable: true, text: 'Row' };
  const found = findTarget({ ref: 'n1' }, read(node(row, more)), undefined);
  expect(found).toMatchObject({ kind: 'found', point: { x: 270, y: 100 } });
});

test('a list that its rows fill is swiped, but not touched: a row would be pressed', () => {
  const rows = node(
    { box: box(0, 0, 1080, 400), scroll: { forward: true, backward: false } },
    button('Row', box(0, 0, 1080, 400)),
  );
  expect(findTarget({ ref: 'n1' }, read(rows), undefined)).toMatchObject({
    kind: 'refused',
    why: 'covered',
    nodes: [{ label: 'Row' }],
  });
  expect(findTarget({ ref: 'n1' }, read(rows), undefined, true)).toMatchObject({ point: { x: 540, y: 200 } });
});

test.each<[string, number]>([
  ['topmost first, as Android does', 1],
  ['lowest first', -1],
])('a suggestion in a window over a list is touched, if the phone lists windows %s', (_order, order) => {
  const rows = windowOf(node({}, button('Row', box(0, 0, 1080, 400))), { layer: 1 });
  const popup = windowOf(node({ box: box(0, 100, 1080, 300) }, button('Tea', box(0, 100, 1080, 300))), {
    layer: 2,
    isActive: false,
  });
  const windows = order === 1 ? [popup, rows] : [rows, popup];
  const now = observe(windows, false, { refs: new RefBook(1), hidden: new HiddenFields() });
  const [row, tea] = ['Row', 'Tea'].map((name) => now.nodes.find(({ label }) => label === name)?.ref);
  expect(findTarget({ ref: tea }, now, undefined)).toMatchObject({
    kind: 'found',
    point: { x: 540, y: 200 },
  });
  expect(findTarget({ ref: row }, now, undefined)).toMatchObject({ kind: 'refused', why: 'covered' });
});

test('beside the buttons in it, a row is not touched where a bar of Android lies over it', () => {
  const more = button('More', box(0, 150, 1080, 450));
  const rows = windowOf(
    node({}, node({ box: box(0, 100, 1080, 500), isClickable: true, text: 'Row' }, more)),
  );
  const bar = windowOf(node({ packageName: 'com.android.systemui', box: box(0, 0, 1080, 145) }), {
    type: 'system',
    layer: 2,
    isActive: false,
  });
  const read = (...windows: TreeWindow[]) =>
    observe(windows, false, { refs: new RefBook(1), hidden: new HiddenFields() });
  const target = { ref: 'n1' };
  expect(findTarget(target, read(rows), undefined)).toMatchObject({ kind: 'found', point: { y: 140 } });
  expect(findTarget(target, read(bar, rows), undefined)).toMatchObject({
    kind: 'found',
    point: { x: 540, y: 460 },
  });
});
