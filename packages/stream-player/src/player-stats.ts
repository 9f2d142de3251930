// Figures for the statistics view, from the connection (bytes, the relay's stamps) and the worker's reports.
import type { RelayClock } from './connection/relay-clock.ts';
import type { PlayerStats } from './player-events.ts';
import type { VideoReport } from './worker/messages.ts';

const maxAges = 120;

type Sources = { readonly clock: RelayClock; readonly quality: { readonly isLean: boolean } };

export function createPlayerStats({ clock, quality }: Sources, onStats: (stats: PlayerStats) => void) {
  let bytes = 0;
  let dropped = 0;
  let ages: number[] = [];
  /** The first packet since the last report. After a pause it may be long before the period that a report covers. */
  let sinceMs: number | undefined;
  return {
    addVideo(byteLength: number, relayTimeMs: number, nowMs: number): void {
      sinceMs ??= nowMs;
      bytes += byteLength;
      const age = clock.ageMs(relayTimeMs, nowMs);
      if (age !== undefined && ages.length < maxAges) ages.push(age);
    },
    addDropped(packets: number, nowMs: number): void {
      sinceMs ??= nowMs;
      dropped += packets;
    },
    addReport(report: VideoReport, nowMs: number): void {
      const seconds = report.periodMs / 1000;
      const receivedSeconds = Math.max(report.periodMs, nowMs - (sinceMs ?? nowMs)) / 1000;
      onStats({
        framesPerSecond: report.drawn / seconds,
        dropped: Math.round(dropped / receivedSeconds + report.dropped / seconds),
        hasDropped: dropped + report.dropped > 0,
        bitsPerSecond: (bytes * 8) / receivedSeconds,
        roundTripMs: clock.roundTripMs(),
        relayToPageMs: ages.toSorted((a, b) => a - b)[Math.floor(ages.length / 2)],
        decodeMs: report.decodeMs,
        drawMs: report.drawMs,
        delayMs: report.delayMs,
        isLean: quality.isLean,
        lastFrameAtMs: report.lastDrawnAtMs,
      });
      bytes = 0;
      dropped = 0;
      ages = [];
      sinceMs = undefined;
    },
  };
}
