// The meaning of measured figures for a stream, in words. Pure.
import * as texts from '#language/help';
import type { LineFigures } from './measure-line.ts';

export type Grade = 'good' | 'fair' | 'poor';
export type Finding = { readonly what: string; readonly value: string; readonly grade: Grade };

/** A moving picture in full quality takes up to 8 Mbit/s, a smaller one as little as 0.7. */
const speedGrades = { good: 8, fair: 1.5 } as const;
/** Beyond 100 ms a tap feels late, beyond 250 ms swiping becomes guesswork. */
const delayGrades = { good: 100, fair: 250 } as const;

export function judgeLine(figures: LineFigures): { findings: readonly Finding[]; advice: readonly string[] } {
  const { roundTripMs, megabitsPerSecond, isLiveOpen, picture } = figures;
  const delay =
    roundTripMs === null
      ? 'poor'
      : roundTripMs <= delayGrades.good
        ? 'good'
        : roundTripMs <= delayGrades.fair
          ? 'fair'
          : 'poor';
  const speed =
    megabitsPerSecond === null
      ? 'poor'
      : megabitsPerSecond >= speedGrades.good
        ? 'good'
        : megabitsPerSecond >= speedGrades.fair
          ? 'fair'
          : 'poor';
  const findings: readonly Finding[] = [
    {
      what: texts.delay,
      value: roundTripMs === null ? texts.notMeasured : texts.delayOf(Math.max(1, Math.round(roundTripMs))),
      grade: delay,
    },
    {
      what: texts.speed,
      value: megabitsPerSecond === null ? texts.notMeasured : texts.speedOf(inDigits(megabitsPerSecond)),
      grade: speed,
    },
    {
      what: texts.liveConnection,
      value: isLiveOpen ? texts.opens : texts.blocked,
      grade: isLiveOpen ? 'good' : 'poor',
    },
    { what: texts.videoDecoder, ...pictureFinding[picture] },
  ];
  if (roundTripMs === null) return { findings, advice: [texts.noLine()] };
  const advice = [
    isLiveOpen ? null : texts.liveBlocked,
    picture === 'insecure' ? texts.insecurePage : picture === 'ours' ? texts.noBrowserDecoder : null,
    speed === 'good' ? null : texts.slowDownload,
    delay === 'good' ? null : texts.longDelay,
  ].filter((sentence) => sentence !== null);
  return { findings, advice: advice.length === 0 ? [texts.allGood] : advice };
}

const pictureFinding = {
  browser: { value: texts.browserDecodes, grade: 'good' },
  ours: { value: texts.weDecode, grade: 'fair' },
  insecure: { value: texts.needsHttps, grade: 'poor' },
} as const;

function inDigits(megabits: number): string {
  return megabits < 10 ? megabits.toFixed(1) : String(Math.round(megabits));
}

/** For a message to our team. */
export function lineAsText(findings: readonly Finding[], browser: string): string {
  return [...findings.map(({ what, value, grade }) => `${what}: ${value} (${grade})`), browser].join('\n');
}
