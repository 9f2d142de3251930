import { delayMs } from './connection-words.ts';
import type { LivePlayer } from './use-player.ts';

/** What the player measures, about once a second. */
export function StreamStats({ live }: { live: LivePlayer }) {
  const { stats, picture } = live;
  const ms = (value: number | null | undefined) => (value == null ? '-' : `${Math.round(value)} ms`);
  const rows: readonly (readonly [string, string])[] = [
    ['Frames per second', stats ? stats.framesPerSecond.toFixed(0) : '-'],
    ['Delay from relay', ms(delayMs(stats))],
    ['Round trip', ms(stats?.roundTripMs)],
    ['Decoding', ms(stats?.decodeMs)],
    ['Rate', stats ? `${(stats.bitsPerSecond / 1e6).toFixed(1)} Mbit/s` : '-'],
    ['Left out', stats ? `${stats.dropped} /s` : '-'],
    ['Picture', picture ? `${picture.width} × ${picture.height}` : '-'],
  ];
  return (
    <section
      aria-label="Statistics"
      className="on-ink absolute top-4 left-4 z-10 w-56 rounded-card border border-hairline bg-surface px-4 py-2 text-main max-md:w-48"
    >
      <dl className="divide-y divide-hairline text-small">
        {rows.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-3 py-1.5">
            <dt className="text-second">{label}</dt>
            <dd className="whitespace-nowrap font-mono tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
