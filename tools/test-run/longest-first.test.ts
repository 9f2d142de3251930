import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import type { TestSpecification, Vitest } from 'vitest/node';
import LongestFirst, { longest } from './longest-first.ts';

it('runs isolated files, then the longest, then the others in vitest’s order', async () => {
  const seconds: Record<string, number> = { 'short.test.ts': 1, 'longer.test.ts': 2, 'alone.test.ts': 0 };
  const cache = {
    getTestSpecificationResult: ({ moduleId }: TestSpecification) => ({
      failed: false,
      duration: seconds[moduleId.slice('/repo/'.length)] ?? 0,
    }),
  };
  const fileOf = (path: string) => {
    const isolate = path === 'alone.test.ts';
    const config = { isolate, sequence: { groupOrder: 0 } };
    return { moduleId: `/repo/${path}`, project: { name: isolate ? 'alone' : 'shared', config } };
  };
  const files = ['short.test.ts', longest[0] ?? '', 'longer.test.ts', 'alone.test.ts'].map(fileOf);
  const sequencer = new LongestFirst({ cache } as unknown as Vitest);
  const sorted = await sequencer.sort(files as unknown as TestSpecification[]);
  expect(sorted.map(({ moduleId }) => moduleId.slice('/repo/'.length))).toEqual([
    'alone.test.ts',
    longest[0],
    'longer.test.ts',
    'short.test.ts',
  ]);
});

it('names files that exist', () => {
  const repoDir = resolve(import.meta.dirname, '../..');
  expect(longest.filter((path) => !existsSync(join(repoDir, path)))).toEqual([]);
});
