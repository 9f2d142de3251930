import { expect, it } from 'vitest';
import { formatBytes } from './format-bytes.ts';

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 KB'],
  [1_240_000, '1.2 MB'],
  [48_000_000, '48 MB'],
  [2_147_483_648, '2.1 GB'],
  [999_600, '1 MB'],
])('%i bytes read %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));
