import clsx from 'clsx';
import { SignalHigh, SignalLow, SignalMedium, SignalZero } from 'lucide-react';
import * as texts from '#language/session';
import { connectionLabel, delayMs, frameRateLabel, slowLineLabel } from '../../streams/connection-label.ts';
import { useSessionPage } from './session-page-context.ts';

const styles = {
  good: { icon: SignalHigh, color: 'text-online' },
  fair: { icon: SignalMedium, color: 'text-warning' },
  poor: { icon: SignalLow, color: 'text-error' },
  none: { icon: SignalZero, color: 'text-second' },
} as const;

/** The quality as a label, with delay and frames per second. Always visible. */
export function ConnectionQuality() {
  const { live } = useSessionPage();
  const { kind, label } = connectionLabel(live.state, live.stats);
  const { icon: Icon, color } = styles[kind];
  const delay = delayMs(live.stats);
  const isLive = live.state.name === 'live' && live.stats !== null;
  return (
    <span className="flex items-center gap-2 text-small">
      <Icon size={16} strokeWidth={2} aria-hidden="true" className={color} />
      <span role="status" className={clsx('whitespace-nowrap font-medium', color)}>
        {label}
      </span>
      {isLive ? (
        // As wide as its longest text, so that the words beside it stand still.
        <span className="inline-block min-w-[21ch] whitespace-nowrap text-right font-mono text-second tabular-nums max-md:sr-only">
          {delay === null ? '' : texts.ms(delay)}
          {frameRateLabel(live.stats?.framesPerSecond ?? 0, live.stats?.hasDropped ?? false)}
        </span>
      ) : null}
      {isLive && live.stats?.isLean ? (
        <span role="status" title={slowLineLabel} className="whitespace-nowrap text-second max-lg:sr-only">
          {texts.smallerPicture}
        </span>
      ) : null}
      {live.viewers > 1 && live.state.name !== 'ended' ? (
        <span role="status" className="whitespace-nowrap text-second max-md:sr-only">
          {texts.watching(live.viewers)}
        </span>
      ) : null}
    </span>
  );
}
