import { expect, test } from 'vitest';
import { acquire } from './picture-semaphore.ts';

test('two pictures are fetched at once, the others in their order', () => {
  const started: string[] = [];
  const [endA, endB, endC, endD] = ['a', 'b', 'c', 'd'].map((name) => acquire(() => started.push(name)));
  expect(started).toEqual(['a', 'b']);
  endB?.();
  expect(started).toEqual(['a', 'b', 'c']);
  // A second release changes nothing.
  endB?.();
  expect(started).toEqual(['a', 'b', 'c']);
  endA?.();
  expect(started).toEqual(['a', 'b', 'c', 'd']);
  endC?.();
  endD?.();
});

test('a picture that no longer waits is skipped, and frees no place', () => {
  const started: string[] = [];
  const [endA, endB, endC, endD] = ['a', 'b', 'c', 'd'].map((name) => acquire(() => started.push(name)));
  endC?.();
  endA?.();
  endB?.();
  expect(started).toEqual(['a', 'b', 'd']);
  endD?.();
  const end = acquire(() => started.push('e'));
  expect(started.at(-1)).toBe('e');
  end();
});
