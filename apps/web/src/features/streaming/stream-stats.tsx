import type { Device } from '@pocketfleet/contract';
import { delayMs, leanPictureWords, pictureRate } from './connection-words.ts';
import { SparkLine } from './spark-line.tsx';
import { useLastMinute } from './use-last-minute.ts';
import type { LivePlayer } from './use-player.ts';

/** Beside the phone where there is room for both, else over it. What the player measures, about once a second: each stage that can be seen from here, and the last minute. */
export function StreamStats({ live, device }: { live: LivePlayer; device: Device }) {
  const { stats, picture } = live;
  const past = useLastMinute(stats);
  const ms = (value: number | null | undefined) => (value == null ? '-' : `${Math.round(value)} ms`);
  const rows: readonly (readonly [string, string])[] = [
    ['From relay to page', ms(stats?.relayToPageMs)],
    ['Decoding', ms(stats?.decodeMs)],
    ['Drawing', ms(stats?.drawMs)],
    ['Round trip', ms(stats?.roundTripMs)],
    ['Left out', stats ? `${stats.dropped} /s` : '-'],
    ['Rate', stats ? `${(stats.bitsPerSecond / 1e6).toFixed(1)} Mbit/s` : '-'],
    ['Picture', picture ? `${picture.width} × ${picture.height}` : '-'],
    ['Codec', 'H.264'],
    ['Watching', String(live.viewers)],
    ['Android', device.android_version ?? '-'],
    ['Battery', device.battery_state === null ? '-' : `${device.battery_state}%`],
  ];
  return (
    <section
      aria-label="Statistics"
      className="on-ink absolute top-4 left-4 z-10 max-h-[calc(100%-32px)] w-56 overflow-y-auto rounded-card border border-hairline bg-surface px-4 py-3 text-main max-md:w-48 md:@xl:static md:@xl:max-h-full md:@xl:shrink-0 md:@xl:self-start"
    >
      <h2 className="pb-1 font-semibold text-small">Picture, last minute</h2>
      <Trend
        label="Frames per second"
        shown={
          stats ? pictureRate(stats.framesPerSecond, stats.hasLeftOut).replace(/ fps| picture/, '') : '-'
        }
        values={past.framesPerSecond}
        className="text-online"
      />
      <Trend label="Delay" shown={ms(delayMs(stats))} values={past.delayMs} className="text-second" />
      {stats?.isLean ? (
        <p className="border-hairline border-b py-1.5 text-small text-warning">{leanPictureWords}</p>
      ) : null}
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

function Trend(props: { label: string; shown: string; values: readonly number[]; className: string }) {
  return (
    <div className="border-hairline border-b py-1.5 text-small">
      <p className="flex justify-between gap-3">
        <span className="text-second">{props.label}</span>
        <span className="font-mono tabular-nums">{props.shown}</span>
      </p>
      <SparkLine values={props.values} className={props.className} />
    </div>
  );
}
