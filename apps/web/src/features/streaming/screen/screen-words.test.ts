import type { ScreenNode, ScreenNotice } from '@pocketfleet/contract';
import { expect, test } from 'vitest';
import { changeWords, withLastStates } from './change-words.ts';
import { asSentence, nodeAt, selectorOf, spokenName, stateWords } from './node-words.ts';
import { withNotice } from './use-live-screen.ts';

const node = (ref: string, more: Partial<ScreenNode> = {}): ScreenNode => ({
  ref,
  role: 'button',
  label: '',
  value: null,
  hint: null,
  states: [],
  rect: { x: 0, y: 0, width: 100, height: 100 },
  depth: 0,
  ...more,
});

test.each([
  ['the screen has no complete tree', 'The screen has no complete tree.'],
  ['Take it first.', 'Take it first.'],
  ['', ''],
])('the reason “%s” is shown as a sentence', (reason, sentence) => {
  expect(asSentence(reason)).toBe(sentence);
});

test('a control is called by its label, a field without one by its hint, then by its id', () => {
  expect(spokenName(node('n1', { label: 'Like' }))).toBe('Like');
  expect(spokenName(node('n1', { role: 'field', value: 'Milk', hint: 'Write something', id: 'note' }))).toBe(
    'Write something',
  );
  expect(spokenName(node('n1', { role: 'field', value: 'Milk', id: 'note_text' }))).toBe('note text');
  expect(spokenName(node('n1'))).toBe('button');
});

test('a selector names the id and the text', () => {
  expect(selectorOf(node('n1', { id: 'post_author', label: 'tyler' }))).toBe('id: post_author, text: tyler');
  expect(selectorOf(node('n1'))).toBe('role: button');
});

test('an unknown state of a switch is said, and where a list goes on', () => {
  const more = { before: false, after: true, hidden: 3, labels: [] };
  expect(stateWords(node('n1', { states: ['unknown'], more }))).toEqual(['state unknown', 'more below']);
});

test('the smallest control under the mouse is meant, and none that something covers', () => {
  const small = { x: 10, y: 10, width: 20, height: 20 };
  const nodes = [node('n1'), node('n2', { rect: small }), node('n3', { rect: small, states: ['covered'] })];
  expect(nodeAt(nodes, 15, 15)?.ref).toBe('n2');
  expect(nodeAt(nodes, 50, 50)?.ref).toBe('n1');
  expect(nodeAt(nodes, 100, 50)).toBeUndefined();
});

const names = new Map([['com.android.deskclock', 'Clock']]);
type Seen = Parameters<typeof changeWords>[1];
const wordsOf = (before: Seen | null, now: Seen): string => changeWords(before, now, names, null);

test('an app whose name is known later is said again, by its name', () => {
  const app = 'com.android.deskclock';
  expect(changeWords({ app, name: app, nodes: [] }, { app, nodes: [] }, names, null)).toBe(
    'Clock is in front.',
  );
  expect(changeWords({ app, name: 'Clock', nodes: [] }, { app, nodes: [] }, names, null)).toBe('');
});

test('changes are said by name, few at a time, and never the place or the focus', () => {
  const app = 'com.android.notes';
  const before = { app, nodes: [node('n1', { label: 'Save' })] };
  expect(wordsOf(null, before)).toBe('com.android.notes is in front.');
  const moved = node('n1', { label: 'Save', states: ['focused'], rect: { x: 5, y: 5, width: 1, height: 1 } });
  expect(wordsOf(before, { app, nodes: [moved] })).toBe('');
  expect(wordsOf(before, { app, nodes: [node('n1', { label: 'Saved' })] })).toBe('Changed: Saved.');
  const many = ['A', 'B', 'C', 'D', 'E'].map((label, at) => node(`n${at + 2}`, { label }));
  expect(wordsOf(before, { app, nodes: [...before.nodes, ...many] })).toBe('New: A; B; C and 2 more.');
});

const app = 'com.android.settings';

test('a switch whose state is asked for is no news until it has another one', () => {
  const wifi = (state: 'checked' | 'unchecked' | 'unknown') => ({
    app,
    nodes: [node('n1', { role: 'switch', label: 'Wi-Fi', states: [state] })],
  });
  const [on, off, unknown] = [wifi('checked'), wifi('unchecked'), wifi('unknown')];
  expect(wordsOf({ app, nodes: [] }, unknown)).toBe('New: Wi-Fi.');
  expect(wordsOf(unknown, on)).toBe('');
  expect(wordsOf(on, unknown)).toBe('');
  const meanwhile = { app, nodes: withLastStates(on.nodes, unknown.nodes) };
  expect(meanwhile).toEqual(on);
  expect(wordsOf(meanwhile, on)).toBe('');
  expect(wordsOf(meanwhile, off)).toBe('Changed: Wi-Fi, off.');
});

test('a field that changes is said with what it holds, unless its person has typed that', () => {
  const held = (value: string) => ({ app, nodes: [node('n1', { role: 'field', hint: 'Search', value })] });
  const long = 'x'.repeat(100);
  expect(wordsOf(held(''), held('maps'))).toBe('Changed: Search, maps.');
  expect(wordsOf(held(''), held(long))).toBe(`Changed: Search, ${'x'.repeat(79)}….`);
  expect(changeWords(held(''), held('maps'), names, 'n1')).toBe('');
});

test.each([
  ['com.android.deskclock', 'Clock is in front.'],
  ['com.google.android.apps.nexuslauncher', 'The home screen is in front.'],
  ['com.miui.home', 'The home screen is in front.'],
  ['com.android.systemui', 'Android’s own screen is in front.'],
  ['com.example.unknown', 'com.example.unknown is in front.'],
])('the app %s is said by its name where that is known', (app, words) => {
  expect(wordsOf(null, { app, nodes: [] })).toBe(words);
});

const state = {
  untrusted: true as const,
  problem: null,
  detail: '',
  busy: false,
  app: 'com.android.notes',
  display: { width: 1080, height: 2400 },
  truncated: false,
  shortened: 'none' as const,
  keyboard: null,
};
const nothing: Parameters<typeof withNotice>[0] = {
  link: { name: 'open' },
  nodes: [],
  notice: null,
  readAtMs: 0,
  changed: new Map(),
};
test('a field keeps the name that it has while it is empty', () => {
  const field = node('n1', { role: 'field', hint: 'Write something', value: '', id: 'note' });
  const outline = { type: 'outline' as const, ...state, settled: true, text: '' };
  let screen = withNotice(nothing, { ...outline, version: 1, nodes: [field] }, 1);
  const filled = { ...field, hint: null, value: 'Milk' };
  for (const version of [2, 3])
    screen = withNotice(screen, { ...outline, version, nodes: [filled] }, version);
  expect(screen.nodes.map(spokenName)).toEqual(['Write something']);
});

const changes = (version: number, more: object): ScreenNotice =>
  ({
    type: 'changes',
    version,
    ...state,
    settled: null,
    changed: [],
    nodes: [],
    refs: null,
    ...more,
  }) as ScreenNotice;

test('an outline is brought up to date by changes, is marked until the next ones, and stays while it can’t be read', () => {
  const nodes = [node('n1', { label: 'Like' }), node('n2')];
  let screen = withNotice(
    nothing,
    { type: 'outline', version: 1, ...state, settled: true, text: '', nodes },
    1,
  );
  screen = withNotice(
    screen,
    changes(2, { changed: ['~ n1 button "Liked"'], nodes: [node('n1', { label: 'Liked' })] }),
    2,
  );
  expect(screen.nodes.map(({ label }) => label)).toEqual(['Liked', '']);
  expect([...screen.changed]).toEqual([['n1', '~']]);
  screen = withNotice(screen, changes(3, { settled: true }), 3);
  expect([...screen.changed]).toEqual([['n1', '~']]);
  screen = withNotice(screen, changes(4, { changed: ['- n1 button'], refs: ['n2'] }), 4);
  expect([[...screen.changed], screen.nodes.length]).toEqual([[], 1]);
  const others = ['n3', 'n4'].map((ref) => node(ref));
  const another = withNotice(
    screen,
    changes(5, { changed: ['+ n3 button', '+ n4 button', '- n2 button'], nodes: others, refs: ['n3', 'n4'] }),
    5,
  );
  expect([another.nodes.length, another.changed.size]).toEqual([2, 0]);
  screen = withNotice(screen, changes(5, { problem: 'busy', busy: true }), 5);
  expect([screen.nodes.length, screen.readAtMs]).toEqual([1, 4]);
});
