import type { Device } from '@pocketfleet/contract';
import { timeRemaining } from '@pocketfleet/rules';
import { warmUpPlayer } from '@pocketfleet/stream-player';
import { buttonClass, EmptyState, Spinner, StatusDot, WithExactTime } from '@pocketfleet/ui';
import { useQueryClient } from '@tanstack/react-query';
import { ArrowLeft, CalendarClock, Clock, WifiOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import { usePageTitle } from '../app/page-title.ts';
import { paths } from '../app/paths.ts';
import { expiryOf, statusOf } from '../features/devices/device-view.ts';
import { DevicesFailed, SessionEnded } from '../features/devices/devices-notices.tsx';
import { momentInWords, opensIn } from '../features/devices/moments.ts';
import { useDevices } from '../features/devices/use-devices.ts';
import { useServerNow } from '../features/live/live-events-provider.tsx';
import { LeaveGuard } from '../features/streaming/leave-guard.tsx';
import { PhoneStage } from '../features/streaming/phone-stage.tsx';
import { useTransfers } from '../features/streaming/use-transfers.ts';

/** Called before the page is shown: what its first picture needs is made ready. */
export const prepare = warmUpPlayer;

/** The session page: one phone, live, with its toolbar. A phone that isn't the caller's is refused. */
export function StreamPage() {
  const { id = '' } = useParams();
  const query = useDevices();
  const listed = query.data?.devices.find((each) => each.id === id);
  const [seen, setSeen] = useState<Device>();
  if (listed && listed !== seen) setSeen(listed);
  // A phone that was open here and is listed no more: picture and tools stay, which say why they were ended.
  const wasOpen = seen?.id === id && statusOf(seen) === 'online';
  const device = listed ?? (wasOpen ? seen : undefined);
  usePageTitle(device?.tag ?? 'Stream');

  if (query.isPending) {
    return (
      <div className="flex h-[calc(100dvh-56px)] items-center justify-center">
        <Spinner size={24} label="Loading the phone" />
      </div>
    );
  }
  if (!query.data || query.data.isUnauthorized) {
    return (
      <div className="p-4 sm:p-8">
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
    // A list from before may miss a phone that was just assigned: decide on a fresh one.
    if (query.isFetching) return null;
    return <Navigate to={paths.unauthorizedStream(id)} replace />;
  }
  return <Session key={device.id} device={device} isOver={listed === undefined} />;
}

function Session({ device, isOver }: { device: Device; isOver: boolean }) {
  const queries = useQueryClient();
  const transfers = useTransfers(device.id, (installed) => {
    const queryKey = [installed ? 'phone-apps' : 'phone-files', device.id];
    void queries.invalidateQueries({ queryKey });
  });
  const [isUnauthorized, setUnauthorized] = useState(false);
  // A phone that goes offline while it is open keeps its last picture and its tools; the player says what happened
  // and dials again by itself.
  const isOnline = statusOf(device) === 'online';
  const [wasOnline, setWasOnline] = useState(isOnline);
  if (isOnline && !wasOnline) setWasOnline(true);
  if (isUnauthorized) return <Navigate to={paths.unauthorizedStream(device.id)} replace />;
  return (
    <div className="flex h-[calc(100dvh-56px)] min-h-[480px] flex-col">
      {wasOnline ? (
        <PhoneStage
          device={device}
          transfers={transfers}
          onUnauthorized={() => setUnauthorized(true)}
          bar={(quality) => <SessionBar device={device} quality={quality} isOver={isOver} />}
        />
      ) : (
        <>
          <SessionBar device={device} quality={null} isOver={isOver} />
          <NotNow device={device} />
        </>
      )}
      <LeaveGuard isNeeded={transfers.isRunning} />
    </div>
  );
}

function SessionBar({ device, quality, isOver }: { device: Device; quality: ReactNode; isOver: boolean }) {
  const now = useServerNow(60_000);
  const expiresAt = expiryOf(device);
  const status = isOver ? null : statusOf(device);
  return (
    <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1 border-hairline border-b px-4 py-2 sm:px-6 md:flex-nowrap md:[&>*]:shrink-0">
      <Link
        to={paths.devices}
        aria-label="Back to Devices"
        className="-ml-2 inline-flex size-9 items-center justify-center rounded-control text-second hover:bg-hover hover:text-main"
      >
        <ArrowLeft size={16} strokeWidth={1.75} aria-hidden="true" />
      </Link>
      <h1 className="flex min-w-0 items-baseline gap-3 md:shrink!">
        <span className="shrink-0 font-medium font-mono text-body">{device.tag}</span>
        <span className="truncate font-semibold text-card">{device.model}</span>
      </h1>
      {/* Between phone and desk there is one line, and the picture says as much. */}
      {status === 'online' ? (
        <span className="md:max-lg:sr-only">
          <StatusDot kind="online">Online</StatusDot>
        </span>
      ) : null}
      {status === 'offline' ? <StatusDot kind="offline">Offline</StatusDot> : null}
      {status === 'scheduled' ? <StatusDot kind="scheduled">Scheduled</StatusDot> : null}
      <span className="ml-auto" />
      {quality}
      <span className="flex items-center gap-2 border-control text-second text-small sm:border-l sm:pl-4">
        <Clock size={14} strokeWidth={1.75} aria-hidden="true" />
        <span className="md:max-lg:sr-only">Time left</span>
        <WithExactTime
          exact={expiresAt === null ? 'Without an end' : `Until ${momentInWords(expiresAt)}`}
          className="font-medium font-mono text-main"
        >
          {isOver ? 'Expired' : timeRemaining(expiresAt, now)}
        </WithExactTime>
      </span>
    </div>
  );
}

function NotNow({ device }: { device: Device }) {
  const now = useServerNow(60_000);
  const back = (
    <Link to={paths.devices} className={buttonClass()}>
      Back to Devices
    </Link>
  );
  return (
    <div className="mx-auto max-w-[560px] p-4 pt-16">
      {statusOf(device) === 'offline' ? (
        <EmptyState icon={<WifiOff />} title="This phone is offline" action={back}>
          It opens here by itself as soon as it is back.
        </EmptyState>
      ) : (
        <EmptyState icon={<CalendarClock />} title={opensIn(Date.parse(device.starts_at), now)} action={back}>
          Your rental of this phone starts {momentInWords(Date.parse(device.starts_at))}.
        </EmptyState>
      )}
    </div>
  );
}
