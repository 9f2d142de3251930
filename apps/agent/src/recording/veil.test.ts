import { beforeEach, expect, test } from 'vitest';
import { Veil, type Veiled } from './veil.ts';

type Item = Veiled & { readonly name: string };
type Gap = { readonly fromMs: number; readonly untilMs: number; readonly secret: string };

let nowMs = 0;
let written: string[] = [];
let gaps: Gap[] = [];
/** The events that had been written at each opening. */
let opened: string[][] = [];

beforeEach(() => {
  [nowMs, written, gaps, opened] = [0, [], [], []];
});

function make(isGuarded = false): Veil<Item> {
  const veil = new Veil<Item>({
    now: () => nowMs,
    write: ({ name }) => written.push(name),
    onGap: (gap) => gaps.push(gap),
    onOpened: () => opened.push([...written]),
  });
  if (isGuarded) veil.guard();
  return veil;
}

function add(veil: Veil<Item>, atMs: number): void {
  nowMs = atMs;
  veil.add({ atMs, bytes: 10, name: `${atMs}` });
}

test('everything is written at once while no secret was typed', () => {
  const veil = make();
  add(veil, 10);
  veil.read(20, false);
  add(veil, 30);
  expect(written).toEqual(['10', '30']);
});

test('nothing is written from the first character to a reading that shows the field masked', () => {
  const veil = make();
  add(veil, 10);
  nowMs = 100;
  veil.beginSecret('Bank');
  add(veil, 110);
  veil.read(120, false);
  nowMs = 500;
  veil.endSecret();
  add(veil, 600);
  veil.read(900, false); // too early: the last character may still show
  add(veil, 1_000);
  veil.read(2_600, true);
  add(veil, 2_650);
  veil.read(2_700, false);
  add(veil, 2_800);
  veil.read(2_900, false);
  expect(written).toEqual(['10', '2800']);
  expect(gaps).toEqual([{ fromMs: 100, untilMs: 2_700, secret: 'Bank' }]);
  // The picture begins anew after the gap, not at its begin.
  expect(opened).toEqual([['10']]);
});

test('after a secret, what an app shows of it again is discarded from the last good reading on', () => {
  const veil = make(true);
  add(veil, 10);
  veil.read(20, false);
  add(veil, 30);
  add(veil, 40);
  nowMs = 60;
  veil.read(50, true);
  veil.read(70, false);
  add(veil, 80);
  veil.read(90, false);
  expect(written).toEqual(['10', '80']);
  expect(gaps).toEqual([{ fromMs: 20, untilMs: 70, secret: '' }]);
});

test('packets that wait for a reading are discarded after ten seconds without one', () => {
  const veil = make(true);
  add(veil, 10);
  nowMs = 10_100;
  veil.check();
  expect(veil.isClosed).toBe(true);
  veil.read(10_200, false);
  expect([written, gaps]).toEqual([[], [{ fromMs: 0, untilMs: 10_200, secret: '' }]]);
});

test('an end without a last reading discards what was not proven, and marks it', () => {
  const veil = make(true);
  veil.read(5, false);
  add(veil, 10);
  nowMs = 400;
  veil.end();
  expect([written, gaps]).toEqual([[], [{ fromMs: 5, untilMs: 400, secret: '' }]]);
});
