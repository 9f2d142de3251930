import type { Device } from '@pocketfleet/contract';
import { timeRemaining } from '@pocketfleet/rules';
import { Button, StatusDot, WithExactTime } from '@pocketfleet/ui';
import { formatShortMoment } from '@pocketfleet/ui/format';
import { ArrowLeft, Clock, Share2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import * as texts from '#language/session';
import * as toolTexts from '#language/session-tools';
import { expiryOf, statusOf } from '../features/devices/device-view.ts';
import { ConnectionQuality } from '../features/streaming/connection-quality.tsx';
import { SeatBar } from '../features/streaming/seat/seat-bar.tsx';
import { useSessionPage } from '../features/streaming/session-page-context.ts';
import { useCutOffState, useServerNow } from '../live/live-events-provider.tsx';
import { paths } from '../paths.ts';

type Props = {
  device: Device;
  /** The rental has ended. */
  isOver: boolean;
};

/** One line of a fixed height at every width: what changes in it must not move the picture below. */
export function SessionBar({
  device,
  isOver,
  isOpen,
  onShare,
  isShareBeside,
  children,
}: Props & {
  /** Further tools of the phone. */
  children?: ReactNode;
  /** The phone's stage is below. */
  isOpen: boolean;
  /** Undefined for those who may not share the phone. */
  onShare: (() => void) | undefined;
  /** Another control opens the same: a phone's window has room for one of them. */
  isShareBeside: boolean;
}) {
  const { onExtend, timeLeft, live } = useSessionPage();
  const isOutOfReach = live.state.name === 'reconnecting' || live.state.name === 'ended';
  const status = isOver ? null : statusOf(device);
  const canExtend = !isOver && expiryOf(device) !== null;
  return (
    <div className="relative flex h-14 compact:h-11 shrink-0 items-center gap-2 overflow-hidden whitespace-nowrap border-hairline border-b px-3 sm:gap-3 sm:px-4 lg:gap-4 lg:px-6 [&>*]:shrink-0">
      <Link
        to={paths.devices}
        aria-label={texts.backToDevices}
        className="-ml-2 inline-flex size-9 items-center justify-center rounded-control text-second hover:bg-hover hover:text-main"
      >
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" />
      </Link>
      <h1 className="flex min-w-16 shrink! items-baseline gap-3 overflow-hidden">
        <span className="shrink-0 font-medium font-mono text-body">{device.tag}</span>
        <span className="truncate font-semibold text-card max-sm:sr-only">{device.model}</span>
      </h1>
      {/* In narrower windows the live phone shows the same. */}
      {status === 'online' && !isOutOfReach ? (
        <span className="max-xl:sr-only">
          <StatusDot kind="online">{texts.online}</StatusDot>
        </span>
      ) : null}
      {status === 'offline' ? <StatusDot kind="offline">{texts.offline}</StatusDot> : null}
      {status === 'scheduled' ? <StatusDot kind="scheduled">{texts.scheduled}</StatusDot> : null}
      {isOpen && !isOver ? <SeatBar /> : null}
      <span className="ml-auto" />
      {isOpen ? <ConnectionQuality /> : null}
      {timeLeft}
      {children}
      {onShare ? (
        <Button
          size="small"
          icon={<Share2 aria-hidden="true" className="lg:hidden" />}
          className={isShareBeside ? 'max-sm:hidden' : 'max-sm:px-1.5'}
          onClick={onShare}
        >
          <span className="max-lg:sr-only">{texts.share}</span>
        </Button>
      ) : null}
      {canExtend ? (
        // A phone's window has it among its tools.
        <span className="max-md:hidden">
          <Button size="small" onClick={onExtend}>
            {toolTexts.extend}
          </Button>
        </span>
      ) : null}
    </div>
  );
}

export function TimeLeft({ device, isOver }: Props) {
  const now = useServerNow(60_000);
  const expiresAt = expiryOf(device);
  // The known end may be old.
  const tone = useCutOffState() === null ? 'text-main' : 'text-third';
  return (
    <span className="flex items-center gap-2 border-control text-second text-small sm:border-l sm:pl-4">
      <Clock size={14} strokeWidth={1.75} aria-hidden="true" className="max-sm:hidden" />
      <span className="max-xl:sr-only">{texts.timeLeft}</span>
      <WithExactTime
        exact={expiresAt === null ? texts.withoutAnEnd : texts.until(formatShortMoment(expiresAt))}
        className={`font-medium font-mono ${tone}`}
      >
        {isOver ? texts.expired : timeRemaining(expiresAt, now)}
      </WithExactTime>
    </span>
  );
}
