import clsx from 'clsx';
import { SignalHigh, SignalLow, SignalMedium, SignalZero } from 'lucide-react';
import * as texts from '#language/session';
import { connectionLabel, delayMs, frameRateLabel, slowLineLabel } from '../../streams/connection-label.ts';
import { useSessionPage } from './session-page-context.ts';
import { useStreamStats } from './use-stream-stats.ts';

const styles = {
  good: { icon: SignalHigh, color: 'text-online' },
  fair: { icon: SignalMedium, color: 'text-warning' },
  poor: { icon: SignalLow, color: 'text-error' },
  none: { icon: SignalZero, color: 'text-second' },
} as const;

/** The quality as a label, with delay and frames per second. Always visible. */
export function ConnectionQuality() {
  const { live } = useSessionPage();
  const stats = useStreamStats(live.player);
  const { kind, label } = connectionLabel(live.state, stats);
  const { icon: Icon, color } = styles[kind];
  const delay = delayMs(stats);
  const isLive = live.state.name === 'live' && stats !== null;
  return (
    // Its words give way before the tag and the buttons beside it do: the longest ones are those of a bad line.
    <span className="flex min-w-4 shrink-[9]! items-center gap-2 overflow-hidden text-small">
      <Icon size={16} strokeWidth={2} aria-hidden="true" className={clsx('shrink-0', color)} />
      {/* A phone's window has no room for it: the bars say how good it is, and the stage why a picture is missing. */}
      <span role="status" className={clsx('truncate font-medium max-[30rem]:sr-only', color)}>
        {label}
      </span>
      {isLive ? (
        // As wide as its longest text, so that the words beside it stand still.
        <span className="inline-block min-w-[21ch] whitespace-nowrap text-right font-mono text-second tabular-nums max-lg:sr-only">
          {delay === null ? '' : texts.ms(delay)}
          {frameRateLabel(stats?.framesPerSecond ?? 0, stats?.hasDropped ?? false)}
        </span>
      ) : null}
      {isLive && stats?.isLean ? (
        <span role="status" title={slowLineLabel} className="truncate text-second max-2xl:sr-only">
          {texts.smallerPicture}
        </span>
      ) : null}
      {live.viewers > 1 && live.state.name !== 'ended' ? (
        <span role="status" className="truncate text-second max-2xl:sr-only">
          {texts.watching(live.viewers)}
        </span>
      ) : null}
    </span>
  );
}
