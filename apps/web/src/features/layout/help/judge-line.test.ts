import { expect, it } from 'vitest';
import { judgeLine, lineAsText } from './judge-line.ts';
import type { LineFigures } from './measure-line.ts';

const good: LineFigures = {
  roundTripMs: 12.4,
  megabitsPerSecond: 48.3,
  isLiveOpen: true,
  picture: 'browser',
};
const judge = (facts: Partial<LineFigures>) => judgeLine({ ...good, ...facts });

it('a good line is called good, with its figures', () => {
  const { findings, advice } = judge({});
  expect(findings.map(({ value, grade }) => `${value}: ${grade}`)).toEqual([
    '12 ms: good',
    '48 Mbit/s: good',
    'opens: good',
    'your browser decodes it: good',
  ]);
  expect(advice).toEqual(['Your line is good: expect the full picture without a noticeable delay.']);
});

it.each([
  [{ megabitsPerSecond: 7.94 }, '7.9 Mbit/s', 'fair', /slow, so pictures are smaller/],
  [{ megabitsPerSecond: 0.4 }, '0.4 Mbit/s', 'poor', /slow, so pictures are smaller/],
  [{ megabitsPerSecond: null }, 'couldn’t be measured', 'poor', /slow, so pictures are smaller/],
  [{ roundTripMs: 180 }, '180 ms', 'fair', /taps arrive late/],
  [{ roundTripMs: 900 }, '900 ms', 'poor', /taps arrive late/],
  [{ isLiveOpen: false }, 'blocked', 'poor', /blocks live connections/],
  [{ picture: 'ours' }, 'our own decoder, with a smaller picture', 'fair', /can’t decode our video/],
  [{ picture: 'insecure' }, 'needs https', 'poor', /Open this site with https/],
] as const)('%j is told with its grade and what helps', (facts, value, grade, advice) => {
  const judged = judge(facts);
  expect(judged.findings.find((each) => each.value === value)?.grade).toBe(grade);
  expect(judged.advice).toEqual([expect.stringMatching(advice)]);
});

it('without any line, only that is said', () => {
  const { advice } = judge({ roundTripMs: null, megabitsPerSecond: null, isLiveOpen: false });
  expect(advice).toEqual([expect.stringMatching(/can’t be reached from here/)]);
});

it('the copied text has every figure and the browser', () => {
  expect(lineAsText(judge({}).findings, 'Chrome 140')).toBe(
    'Delay: 12 ms (good)\nSpeed: 48 Mbit/s (good)\nLive connection: opens (good)\nPicture: your browser decodes it (good)\nChrome 140',
  );
});
