import type { PlayerStats } from '@pocketfleet/stream-player';
import * as texts from '#language/session';
import { delayMs, frameRateLabel, slowLineLabel } from '../../streams/connection-label.ts';
import { useSessionPage } from './session-page-context.ts';
import { SparkLine } from './spark-line.tsx';
import { useLastMinute } from './use-last-minute.ts';
import { useStreamStats } from './use-stream-stats.ts';

/** The player's figures, about once a second. */
export function StreamStats() {
  const { player } = useSessionPage().live;
  const stats = useStreamStats(player);
  const past = useLastMinute(player);
  const rate = stats ? frameRateLabel(stats.framesPerSecond, stats.hasDropped) : '-';
  const bits = stats ? `${(stats.bitsPerSecond / 1e6).toFixed(1)} Mbit/s` : '-';
  return (
    <section aria-label={texts.statistics}>
      <h2 className="font-semibold text-small">{texts.lastMinute}</h2>
      <AllStats stats={stats} past={past} rate={rate} bits={bits} />
    </section>
  );
}

type AllStatsProps = {
  stats: PlayerStats | null;
  past: ReturnType<typeof useLastMinute>;
  rate: string;
  bits: string;
};

function AllStats({ stats, past, rate, bits }: AllStatsProps) {
  const { device, live } = useSessionPage();
  const { frameSize } = live;
  const rows: readonly (readonly [string, string])[] = [
    [texts.fromRelayToPage, ms(stats?.relayToPageMs)],
    [texts.decoding, ms(stats?.decodeMs)],
    [texts.drawing, ms(stats?.drawMs)],
    [texts.roundTrip, ms(stats?.roundTripMs)],
    [texts.leftOut, stats ? `${stats.dropped} /s` : '-'],
    [texts.rate, bits],
    [texts.picture, frameSize ? `${frameSize.width} × ${frameSize.height}` : '-'],
    [texts.codec, 'H.264'],
    [texts.watchingLabel, String(live.viewers)],
    [texts.android, device.android_version ?? '-'],
    [texts.battery, device.battery_state === null ? '-' : `${device.battery_state}%`],
  ];
  return (
    <>
      <Trend
        label={texts.framesPerSecond}
        shown={rate.replace(/ fps| picture/, '')}
        values={past.framesPerSecond}
        className="text-online"
      />
      <Trend label={texts.delay} shown={ms(delayMs(stats))} values={past.delayMs} className="text-second" />
      {stats?.isLean ? (
        <p className="border-hairline border-b py-1.5 text-small text-warning">{slowLineLabel}</p>
      ) : null}
      <dl className="divide-y divide-hairline text-small">
        {rows.map(([label, value]) => (
          <div key={label} className="flex justify-between gap-3 py-1.5">
            <dt className="text-second">{label}</dt>
            <dd className="whitespace-nowrap font-mono tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function ms(value: number | null | undefined): string {
  return value == null ? '-' : `${Math.round(value)} ms`;
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
