import type { Device } from '@pocketfleet/contract';
import { timeRemaining } from '@pocketfleet/rules';
import { warmUpPlayer } from '@pocketfleet/stream-player';
import {
  buttonClass,
  EmptyState,
  LazyBoundary,
  lazyWithRetry,
  Spinner,
  StatusDot,
  WithExactTime,
} from '@pocketfleet/ui';
import { formatShortMoment } from '@pocketfleet/ui/format';
import { ArrowLeft, ArrowLeftRight, CalendarClock, Clock, WifiOff } from 'lucide-react';
import { useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import * as texts from '#language/session';
import { expiryOf, statusOf } from '../features/devices/device-view.ts';
import { DevicesFailed, SessionEnded } from '../features/devices/devices-notices.tsx';
import { opensIn } from '../features/devices/opens-in.ts';
import { findSuccessor, OpenSuccessor, replacementSentence } from '../features/devices/replacement.tsx';
import { useDevices } from '../features/devices/use-devices.ts';
import { ConnectionQuality } from '../features/streaming/connection-quality.tsx';
import { LeaveGuard } from '../features/streaming/leave-guard.tsx';
import { PhoneStage } from '../features/streaming/phone-stage.tsx';
import { SessionPageContext } from '../features/streaming/session-page-context.ts';
import { usePlayer } from '../features/streaming/use-player.ts';
import { useTransfers } from '../features/streaming/use-transfers.ts';
import { useServerNow } from '../live/live-events-provider.tsx';
import { paths } from '../paths.ts';
import { usePageTitle } from './page-title.ts';

const ReplacementChoices = lazyWithRetry(() => import('../features/renting/replacement-notices.tsx'));

/** Called before the page is shown. */
export const prepare = warmUpPlayer;

/** The session page: one phone, live, with its toolbar. It leads away from a phone that isn't the customer's. */
export function StreamPage() {
  const { id = '' } = useParams();
  const query = useDevices();
  const listed = query.data?.devices.find((each) => each.id === id);
  const [seen, setSeen] = useState<Device>();
  if (listed && listed !== seen) setSeen(listed);
  // A phone that was open here and has left the list keeps its last frame and its tools, which show why they ended.
  const wasOpen = seen?.id === id && statusOf(seen) === 'online';
  const device = listed ?? (wasOpen ? seen : undefined);
  usePageTitle(device?.tag ?? texts.stream);

  if (query.isPending) {
    return (
      <div className="flex h-[calc(100dvh-56px)] items-center justify-center">
        <Spinner size={24} label={texts.loadingThePhone} />
      </div>
    );
  }
  if (!query.data || query.data.isUnauthorized) {
    return (
      <div className="p-4 sm:p-8">
        <h1 className="sr-only">{texts.stream}</h1>
        {query.data?.isUnauthorized ? (
          <SessionEnded />
        ) : (
          <DevicesFailed
            error={query.error}
            isRefreshing={query.isFetching}
            onRefresh={() => void query.refetch()}
          />
        )}
      </div>
    );
  }
  if (!device) {
    // A cached list may miss a phone that was just assigned, so wait for the new one.
    if (query.isFetching) return null;
    const successor = findSuccessor(query.data.devices, id);
    if (successor) return <Replaced successor={successor} />;
    return <Navigate to={paths.unauthorizedStream(id)} replace />;
  }
  const successor = listed ? undefined : findSuccessor(query.data.devices, id);
  return <Session key={device.id} device={device} isOver={listed === undefined} successor={successor} />;
}

/** Over the last picture of the phone that was exchanged. */
function ReplacedNote({ successor }: { successor: Device }) {
  return (
    <>
      <ArrowLeftRight size={22} strokeWidth={1.75} aria-hidden="true" className="mb-2 text-warning" />
      <p role="status" className="font-semibold text-card">
        {texts.replacedByTag(successor.tag)}
      </p>
      <p className="text-second text-small">{replacementSentence(successor)}</p>
      <span className="pointer-events-auto mt-2">
        <OpenSuccessor device={successor} />
      </span>
    </>
  );
}

function Replaced({ successor }: { successor: Device }) {
  return (
    <div className="mx-auto max-w-[560px] p-4 pt-16">
      <h1 className="sr-only">{texts.stream}</h1>
      <EmptyState
        icon={<ArrowLeftRight />}
        title={texts.replacedByTag(successor.tag)}
        action={<OpenSuccessor device={successor} />}
      >
        {replacementSentence(successor)}
      </EmptyState>
    </div>
  );
}

type SessionProps = {
  device: Device;
  /** The rental of this phone has ended. */
  isOver: boolean;
  /** The phone that has replaced this one. */
  successor: Device | undefined;
};

function Session({ device, isOver, successor }: SessionProps) {
  const transfers = useTransfers(device.id);
  const live = usePlayer(device);
  // A phone that goes offline while it is open keeps its last frame and its tools, and the player reconnects by itself.
  const isOnline = statusOf(device) === 'online';
  const [wasOnline, setWasOnline] = useState(isOnline);
  if (isOnline && !wasOnline) setWasOnline(true);
  if (live.state.name === 'ended' && live.state.isUnauthorized && !successor) {
    return <Navigate to={paths.unauthorizedStream(device.id)} replace />;
  }
  // A phone that fails for good is replaced, or its customer chooses what follows.
  const mayHaveFailed = !isOnline || live.state.name === 'ended';
  const replacedNote = successor ? <ReplacedNote successor={successor} /> : null;
  return (
    <SessionPageContext value={{ device, live, transfers, replacedNote }}>
      <div className="flex h-[calc(100dvh-56px)] min-h-[480px] flex-col">
        <SessionBar device={device} isOver={isOver} isOpen={wasOnline} />
        {mayHaveFailed ? (
          <div className="px-4 pt-3 empty:hidden sm:px-6">
            <LazyBoundary what={texts.stream} isQuiet>
              <ReplacementChoices deviceId={device.id} />
            </LazyBoundary>
          </div>
        ) : null}
        {wasOnline ? <PhoneStage /> : <NotNow device={device} />}
        <LeaveGuard isNeeded={transfers.isRunning} />
      </div>
    </SessionPageContext>
  );
}

type BarProps = {
  device: Device;
  /** The rental has ended. */
  isOver: boolean;
  /** The phone's stage is below the bar. */
  isOpen: boolean;
};

function SessionBar({ device, isOver, isOpen }: BarProps) {
  const now = useServerNow(60_000);
  const expiresAt = expiryOf(device);
  const status = isOver ? null : statusOf(device);
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-hairline border-b px-4 py-2 sm:px-6 md:flex-nowrap md:[&>*]:shrink-0">
      <Link
        to={paths.devices}
        aria-label={texts.backToDevices}
        className="-ml-2 inline-flex size-9 items-center justify-center rounded-control text-second hover:bg-hover hover:text-main"
      >
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" />
      </Link>
      <h1 className="flex min-w-0 items-baseline gap-3 md:shrink!">
        <span className="shrink-0 font-medium font-mono text-body">{device.tag}</span>
        <span className="truncate font-semibold text-card">{device.model}</span>
      </h1>
      {/* On medium screens the bar is one line, and the live phone shows the same. */}
      {status === 'online' ? (
        <span className="md:max-lg:sr-only">
          <StatusDot kind="online">{texts.online}</StatusDot>
        </span>
      ) : null}
      {status === 'offline' ? <StatusDot kind="offline">{texts.offline}</StatusDot> : null}
      {status === 'scheduled' ? <StatusDot kind="scheduled">{texts.scheduled}</StatusDot> : null}
      <span className="ml-auto" />
      {isOpen ? <ConnectionQuality /> : null}
      <span className="flex items-center gap-2 border-control text-second text-small sm:border-l sm:pl-4">
        <Clock size={14} strokeWidth={1.75} aria-hidden="true" />
        <span className="md:max-lg:sr-only">{texts.timeLeft}</span>
        <WithExactTime
          exact={expiresAt === null ? texts.withoutAnEnd : texts.until(formatShortMoment(expiresAt))}
          className="font-medium font-mono text-main"
        >
          {isOver ? texts.expired : timeRemaining(expiresAt, now)}
        </WithExactTime>
      </span>
    </div>
  );
}

function NotNow({ device }: { device: Device }) {
  const now = useServerNow(60_000);
  const back = (
    <Link to={paths.devices} className={buttonClass()}>
      {texts.backToDevices}
    </Link>
  );
  return (
    <div className="mx-auto max-w-[560px] p-4 pt-16">
      {statusOf(device) === 'offline' ? (
        <EmptyState icon={<WifiOff />} title={texts.thisPhoneIsOffline} action={back}>
          {texts.itOpensHereByItself}
        </EmptyState>
      ) : (
        <EmptyState icon={<CalendarClock />} title={opensIn(Date.parse(device.starts_at), now)} action={back}>
          {texts.yourRentalOfThisPhoneStarts(formatShortMoment(Date.parse(device.starts_at)))}
        </EmptyState>
      )}
    </div>
  );
}
