import { expect, it } from 'vitest';
import { fileNameFor } from './file-name.ts';

it('names a file after the phone and the customer’s time', () => {
  expect(fileNameFor('PF-014', new Date(2026, 0, 5, 9, 3, 7), 'mp4')).toBe('PF-014-2026-01-05-09-03-07.mp4');
});
