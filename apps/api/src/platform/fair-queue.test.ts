import { expect, test } from 'vitest';
import { createFairQueue, QueueFull } from './fair-queue.ts';

/** A queue whose jobs end when the test ends them, and the order in which the jobs began. */
function queueByHand(limits: { atOnce: number; waitingPerLane: number }) {
  const queue = createFairQueue(['known', 'strangers'], limits);
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (lane: 'known' | 'strangers', asker: string) => {
    const work = async () => {
      begun.push(asker);
      await new Promise<void>((resolve) => ends.push(resolve));
    };
    queue.run({ lane, asker }, work).catch((error: unknown) => {
      expect(error).toBeInstanceOf(QueueFull);
      refused.push(asker);
    });
  };
  const endOne = async () => {
    ends.shift()?.();
    await settled();
  };
  return { ask, begun, refused, endOne };
}

/** The queue passes places on, and rejects dropped jobs, within a few microtasks. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

test('a limited number of jobs run at once, and the next one begins when one ends', async () => {
  const { ask, begun, endOne } = queueByHand({ atOnce: 2, waitingPerLane: 10 });
  for (const asker of ['a', 'b', 'c']) ask('strangers', asker);
  expect(begun).toEqual(['a', 'b']);
  await endOne();
  expect(begun).toEqual(['a', 'b', 'c']);
  await endOne();
  await endOne();
  ask('known', 'd');
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
});

test('lanes are served in rotation, so that a full lane delays another by one job', async () => {
  const { ask, begun, endOne } = queueByHand({ atOnce: 1, waitingPerLane: 50 });
  for (let crowd = 0; crowd < 50; crowd += 1) ask('strangers', `10.0.${crowd}.0/24`);
  ask('known', 'ada');
  ask('known', 'bob');
  for (let ended = 0; ended < 4; ended += 1) await endOne();
  expect(begun.slice(1).filter((asker) => !asker.startsWith('10.'))).toEqual(['ada', 'bob']);
});

test('requesters of a lane are served in rotation, and the jobs of each in their order', async () => {
  const { ask, begun, endOne } = queueByHand({ atOnce: 1, waitingPerLane: 50 });
  for (let one = 0; one < 20; one += 1) ask('strangers', 'loud');
  ask('strangers', 'quiet');
  await endOne();
  await endOne();
  expect(begun).toEqual(['loud', 'loud', 'quiet']);
});

test('a full lane drops the newest job of the requester with the most, and refuses a job of that requester', async () => {
  const { ask, begun, refused, endOne } = queueByHand({ atOnce: 1, waitingPerLane: 4 });
  for (let one = 0; one < 8; one += 1) ask('strangers', 'loud');
  await endOne();
  // One job has run, one has just begun, three wait, and one place is free.
  expect(refused).toEqual(['loud', 'loud', 'loud']);
  ask('strangers', 'b');
  ask('strangers', 'c');
  ask('strangers', 'd');
  await settled();
  expect(refused).toHaveLength(5);
  expect(new Set(refused)).toEqual(new Set(['loud']));
  // Now each of the four requesters has one job.
  ask('strangers', 'e');
  await settled();
  expect(refused.at(-1)).toBe('e');
  ask('known', 'ada');
  for (let ended = 0; ended < 6; ended += 1) await endOne();
  expect(begun.toSorted()).toEqual(['ada', 'b', 'c', 'd', 'loud', 'loud', 'loud']);
});
