import clsx from 'clsx';
import { SignalHigh, SignalLow, SignalMedium, SignalZero } from 'lucide-react';
import { connectionWords, delayMs, leanPictureWords, pictureRate } from './connection-words.ts';
import type { LivePlayer } from './use-player.ts';

const looks = {
  good: { icon: SignalHigh, color: 'text-online' },
  fair: { icon: SignalMedium, color: 'text-warning' },
  poor: { icon: SignalLow, color: 'text-error' },
  none: { icon: SignalZero, color: 'text-second' },
} as const;

/** Always visible: the quality in words, with delay and frames per second. */
export function ConnectionQuality({ live }: { live: LivePlayer }) {
  const { kind, words } = connectionWords(live.state, live.stats);
  const { icon: Icon, color } = looks[kind];
  const delay = delayMs(live.stats);
  const isLive = live.state.name === 'live' && live.stats !== null;
  return (
    <span className="flex items-center gap-2 text-small">
      <Icon size={16} strokeWidth={2} aria-hidden="true" className={color} />
      <span role="status" className={clsx('whitespace-nowrap font-medium', color)}>
        {words}
      </span>
      {isLive ? (
        <span className="whitespace-nowrap font-mono text-second tabular-nums">
          {delay === null ? '' : `${delay} ms · `}
          {pictureRate(live.stats?.framesPerSecond ?? 0, live.stats?.hasDropped ?? false)}
        </span>
      ) : null}
      {isLive && live.stats?.isLean ? (
        <span
          role="status"
          title={leanPictureWords}
          className="whitespace-nowrap text-second md:max-lg:sr-only"
        >
          · Smaller picture
        </span>
      ) : null}
      {live.viewers > 1 ? (
        <span role="status" className="whitespace-nowrap text-second">
          · {live.viewers} watching
        </span>
      ) : null}
    </span>
  );
}
