import { expect, test } from 'vitest';
import { endingWith, maxOfCustomer, maxOfNode, RunningExports } from './running-exports.ts';

test('a node runs a limited number of exports for all callers together, and each end makes room for one', () => {
  const exports = new RunningExports();
  const ends = Array.from({ length: maxOfNode }, (_, n) =>
    exports.begin(`team ${Math.floor(n / maxOfCustomer)}`),
  );
  expect(() => exports.begin('another team')).toThrow('Too many exports are running');
  // Told twice, as by a stream that fails and is then left.
  ends[0]?.();
  ends[0]?.();
  exports.begin('another team');
  expect(() => exports.begin('another team')).toThrow('Too many exports are running');
});

test('a customer can’t have more than theirs while others have none', () => {
  const exports = new RunningExports();
  const ends = Array.from({ length: maxOfCustomer }, () => exports.begin('team'));
  expect(() => exports.begin('team')).toThrow('which is the limit');
  exports.begin('another team');
  ends[0]?.();
  exports.begin('team');
});

test('pieces that fail end their export, and the failure is told', async () => {
  let isOver = false;
  const broken = async function* () {
    yield new Uint8Array(1);
    throw new Error('the disk is away');
  };
  const pieces = endingWith(broken(), () => {
    isOver = true;
  })[Symbol.asyncIterator]();
  await pieces.next();
  expect(isOver).toBe(false);
  await expect(pieces.next()).rejects.toThrow('the disk is away');
  expect(isOver).toBe(true);
});
