import { expect, test } from 'vitest';
import { chunksOfStrip } from './strip-chunks.ts';

const chunk = (number: number, from_ms: number, has_key = true) => ({ number, from_ms, has_key });

test.each([
  { what: 'nothing', chunks: [], shown: [undefined, undefined, undefined, undefined] },
  {
    what: 'one chunk fills all parts after its beginning',
    chunks: [chunk(0, 30)],
    shown: [undefined, 0, 0, 0],
  },
  {
    what: 'the last chunk that began before the middle of a part',
    chunks: [chunk(0, 0), chunk(1, 12), chunk(2, 60), chunk(3, 80)],
    shown: [1, 1, 2, 3],
  },
  {
    what: 'a chunk without a key picture is passed over',
    chunks: [chunk(0, 0), chunk(1, 30, false)],
    shown: [0, 0, 0, 0],
  },
])('the strip shows: $what', ({ chunks, shown }) => {
  expect(chunksOfStrip(chunks, 100, 4)).toEqual(shown);
});
