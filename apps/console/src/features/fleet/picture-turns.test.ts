import { expect, test } from 'vitest';
import { takeTurn } from './picture-turns.ts';

test('two pictures are asked for at once, the others in their order', () => {
  const begun: string[] = [];
  const [endA, endB, endC, endD] = ['a', 'b', 'c', 'd'].map((name) => takeTurn(() => begun.push(name)));
  expect(begun).toEqual(['a', 'b']);
  endB?.();
  expect(begun).toEqual(['a', 'b', 'c']);
  // Ended twice is ended once.
  endB?.();
  expect(begun).toEqual(['a', 'b', 'c']);
  endA?.();
  expect(begun).toEqual(['a', 'b', 'c', 'd']);
  endC?.();
  endD?.();
});

test('who no longer waits is passed over, and his place is nobody’s loss', () => {
  const begun: string[] = [];
  const [endA, endB, endC, endD] = ['a', 'b', 'c', 'd'].map((name) => takeTurn(() => begun.push(name)));
  endC?.();
  endA?.();
  endB?.();
  expect(begun).toEqual(['a', 'b', 'd']);
  endD?.();
  const end = takeTurn(() => begun.push('e'));
  expect(begun.at(-1)).toBe('e');
  end();
});
