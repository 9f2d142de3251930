import type { Figure } from './row.ts';

/** The value below which `share` (0 to 1) of the samples lie, by the nearest-rank method. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const rank = Math.max(1, Math.ceil(share * sorted.length));
  const value = sorted[rank - 1];
  if (value === undefined) throw new Error('no samples');
  return value;
}

/** With fewer than twenty samples the 95th percentile is the largest one, so it is named that. */
export function slowestFigure(what: string, samplesMs: readonly number[]): Figure {
  const name = samplesMs.length < 20 ? `slowest of ${samplesMs.length}` : 'p95';
  return { what: what === '' ? name : `${what}, ${name}`, value: percentile(samplesMs, 0.95), unit: 'ms' };
}
