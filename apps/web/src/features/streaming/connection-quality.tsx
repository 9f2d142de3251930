import clsx from 'clsx';
import { SignalHigh, SignalLow, SignalMedium, SignalZero, WifiOff } from 'lucide-react';
import * as texts from '#language/session';
import { connectionLabel, delayMs, frameRateLabel, slowLineLabel } from '../../streams/connection-label.ts';
import { useSessionPage } from './session-page-context.ts';
import { useIsNarrow, useStageLayout } from './use-stage-layout.ts';
import { useStreamStats } from './use-stream-stats.ts';

const styles = {
  good: { icon: SignalHigh, color: 'text-online' },
  fair: { icon: SignalMedium, color: 'text-warning' },
  poor: { icon: SignalLow, color: 'text-error' },
  none: { icon: SignalZero, color: 'text-second' },
} as const;

/** Delay and frames per second, while the phone is live. With a width, the words beside it stand still. */
export function StreamFigures({ className, isDouble }: { className: string; isDouble?: boolean }) {
  const { live } = useSessionPage();
  const stats = useStreamStats(live.player);
  if (live.state.name !== 'live' || stats === null) return null;
  const delay = delayMs(stats);
  return (
    <span
      aria-hidden={isDouble}
      className={clsx('inline-block whitespace-nowrap font-mono text-second tabular-nums', className)}
    >
      {delay === null ? '' : texts.ms(delay)}
      {frameRateLabel(stats.framesPerSecond, stats.hasDropped)}
    </span>
  );
}

/** The quality as a label, with delay and frames per second. */
export function ConnectionQuality() {
  const { live } = useSessionPage();
  const stats = useStreamStats(live.player);
  const { kind, label } = connectionLabel(live.state, stats);
  const { icon, color } = styles[kind];
  const Icon = live.state.name === 'ended' ? WifiOff : icon;
  const isLive = live.state.name === 'live' && stats !== null;
  const isNarrow = useIsNarrow();
  const layout = useStageLayout();
  return (
    // Its words give way before the tag and the buttons beside it do: the longest ones are those of a bad line.
    <span className="flex min-w-4 shrink-[9]! items-center gap-2 overflow-hidden text-small">
      <Icon size={16} strokeWidth={2} aria-hidden="true" className={clsx('shrink-0', color)} />
      {/* A phone's window has no room for it: the bars say how good it is, and the stage why a picture is missing. */}
      <span role="status" className={clsx('truncate font-medium max-[30rem]:sr-only', color)}>
        {label}
      </span>
      {/* Narrower windows have them below the phone. */}
      <StreamFigures className={isNarrow ? 'sr-only' : layout === 'lying' ? '' : 'min-w-[21ch] text-right'} />
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
