import { beforeEach, expect, test } from 'vitest';
import { Peers } from './peers.ts';

let nowMs: number;
let gaps: number;
let peers: Peers;

beforeEach(() => {
  [nowMs, gaps] = [0, 0];
  peers = new Peers({
    nodeId: 'me',
    now: () => nowMs,
    onGap: () => {
      gaps += 1;
    },
  });
  peers.setLiving(['you']);
});

const heartbeat = (
  seq: number,
  { unheard = [] as string[], is_leaving = false, isThroughNats = true } = {},
): void => peers.heartbeat({ from: 'you', seq, unheard, is_leaving }, isThroughNats);

test('an event that is overtaken by the first heartbeat is delivered, once', () => {
  heartbeat(8);
  expect([peers.accept('you', 8), peers.accept('you', 7), peers.accept('you', 8)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(gaps).toBe(0);
});

test('an event that is overtaken by the first event is delivered, once', () => {
  expect([9, 8, 9, 8].map((seq) => peers.accept('you', seq))).toEqual([true, true, false, false]);
});

test('copies that come after a goodbye are not delivered again, and a heartbeat that comes late takes nothing back', () => {
  heartbeat(0);
  expect(peers.accept('you', 1)).toBe(true);
  heartbeat(1, { is_leaving: true });
  heartbeat(1, { unheard: ['me'], isThroughNats: false });
  expect(peers.accept('you', 1)).toBe(false);
  nowMs += 10_000;
  expect([peers.unheard(), peers.countDeaf()]).toEqual([[], 0]);
  peers.setLiving([]);
  nowMs += 59_000;
  peers.setLiving([]);
  expect([peers.accept('you', 1), gaps]).toEqual([false, 0]);
});

test('a node that vanishes without a goodbye is a gap, once', () => {
  heartbeat(3);
  peers.setLiving([]);
  expect(gaps).toBe(0);
  nowMs += 3_000;
  peers.setLiving([]);
  peers.setLiving([]);
  expect(gaps).toBe(1);
  nowMs += 61_000;
  peers.setLiving([]);
  peers.setLiving([]);
  expect(gaps).toBe(1);
});

test('a number far ahead is one gap, and the last thousand before it may still come', () => {
  heartbeat(0);
  expect(peers.accept('you', 5_000)).toBe(true);
  expect([gaps, peers.accept('you', 4_999), peers.accept('you', 1)]).toEqual([1, true, false]);
});

test('nodes that appear without being heard are named once, also when they appear again', () => {
  heartbeat(0);
  expect(peers.setLiving(['you', 'silent'])).toEqual(['silent']);
  expect(peers.setLiving(['you', 'silent'])).toEqual([]);
  expect(peers.isLingering()).toBe(false);
  peers.setLiving(['you']);
  expect(peers.isLingering()).toBe(true);
  nowMs += 1_000;
  expect(peers.setLiving(['you', 'silent'])).toEqual(['silent']);
  nowMs += 30_000;
  expect(peers.isLingering()).toBe(false);
});

test('a forged number does not silence a node', () => {
  heartbeat(0);
  heartbeat(2 ** 53 - 1);
  expect([gaps, peers.accept('you', 1), peers.accept('you', 2), peers.accept('you', 2)]).toEqual([
    1,
    true,
    true,
    false,
  ]);
  expect(gaps).toBe(2);
});
