import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { VideoReport } from './messages.ts';
import { createVideoReporter } from './video-report.ts';

let reports: VideoReport[];
let reporter: ReturnType<typeof createVideoReporter>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  reports = [];
  reporter = createVideoReporter((report) => reports.push(report));
});
afterEach(() => {
  reporter.stop();
  vi.useRealTimers();
});

const draw = () => reporter.drawn(performance.timeOrigin + performance.now(), undefined, 0);

it('a frame after a pause reports nothing at once: the browser has to show it first', () => {
  vi.advanceTimersByTime(30_000);
  draw();
  expect(reports).toEqual([]);
  vi.advanceTimersByTime(999);
  expect(reports).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(reports).toMatchObject([{ drawn: 1, periodMs: 1_000 }]);
});

it('reports once a second while frames are drawn, once more when they have stopped, and then no more', () => {
  for (let frame = 0; frame < 60; frame += 1) {
    draw();
    vi.advanceTimersByTime(50);
  }
  expect(reports.map(({ drawn }) => drawn)).toEqual([20, 20, 20]);
  vi.advanceTimersByTime(10_000);
  expect(reports.map(({ drawn }) => drawn)).toEqual([20, 20, 20, 0]);
});

it('reports packets that were too late although nothing is drawn', () => {
  reporter.tooLate();
  vi.advanceTimersByTime(1_000);
  expect(reports).toMatchObject([{ drawn: 0, tooLate: 1 }]);
});

it('counts dropped frames in the second in which they were dropped, not in the first one after a pause', () => {
  vi.advanceTimersByTime(10_000);
  reporter.dropped(30);
  vi.advanceTimersByTime(30_000);
  draw();
  vi.advanceTimersByTime(1_000);
  expect(reports.map(({ dropped, drawn, periodMs }) => ({ dropped, drawn, periodMs }))).toEqual([
    { dropped: 30, drawn: 0, periodMs: 1_000 },
    { dropped: 0, drawn: 0, periodMs: 1_000 },
    { dropped: 0, drawn: 1, periodMs: 1_000 },
  ]);
});
