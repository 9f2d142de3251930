import type { Device } from '@pocketfleet/contract';
import { isHeldElsewhere, warmUpPlayer } from '@pocketfleet/stream-player';
import { buttonClass, EmptyState, LazyBoundary, lazyWithRetry, Spinner } from '@pocketfleet/ui';
import { formatShortMoment } from '@pocketfleet/ui/format';
import { ArrowLeftRight, CalendarClock, WifiOff } from 'lucide-react';
import { useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import * as questionTexts from '#language/questions';
import * as texts from '#language/session';
import * as toolTexts from '#language/session-tools';
import { statusOf } from '../features/devices/device-view.ts';
import { DevicesFailed } from '../features/devices/devices-notices.tsx';
import { opensIn } from '../features/devices/opens-in.ts';
import { findSuccessor, OpenSuccessor, replacementSentence } from '../features/devices/replacement.tsx';
import SessionEnded from '../features/devices/session-ended.tsx';
import { useDevices } from '../features/devices/use-devices.ts';
import { LeaveGuard } from '../features/streaming/leave-guard.tsx';
import { PhoneStage } from '../features/streaming/phone-stage.tsx';
import { SessionPageContext } from '../features/streaming/session-page-context.ts';
import { usePlayer } from '../features/streaming/use-player.ts';
import { useTransfers } from '../features/streaming/use-transfers.ts';
import { useServerNow } from '../live/live-events-provider.tsx';
import { useOpenQuestions } from '../live/use-open-questions.ts';
import { paths } from '../paths.ts';
import { useWorkspace } from '../session/use-workspace.ts';
import { usePageTitle } from './page-title.ts';
import { SessionBar, TimeLeft } from './session-bar.tsx';

const RentalDialog = lazyWithRetry(() => import('../features/renting/rental-dialog.tsx'));

const RecordButton = lazyWithRetry(() => import('../features/recordings/record-button.tsx'));

const Watchers = lazyWithRetry(() => import('../features/sharing/watchers.tsx'));

const ShareDialog = lazyWithRetry(() => import('../features/sharing/share-dialog.tsx'));

const SessionQuestions = lazyWithRetry(() => import('../features/questions/session-questions.tsx'));

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
  const successor = listed ? undefined : findSuccessor(query.data.devices, id, device.starts_at);
  return <Session key={device.id} device={device} isOver={listed === undefined} successor={successor} />;
}

function Replaced({ successor }: { successor: Device }) {
  return (
    <div className="mx-auto max-w-[35rem] p-4 pt-16">
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
  const [isExtending, setExtending] = useState(false);
  const [isSharing, setSharing] = useState(false);
  /** The phone has failed, and its customer is asked what follows. */
  const [isChoosing, setChoosing] = useState(false);
  const [areOthersHere, setOthersHere] = useState(false);
  const permissions = useWorkspace()?.permissions ?? [];
  const mayShare = permissions.includes('control');
  const mayRecord = permissions.includes('record');
  const live = usePlayer(device);
  const questions = useOpenQuestions().filter(({ phone }) => phone.id === device.id);
  const [wasAsked, setWasAsked] = useState(false);
  if (questions.length > 0 && !wasAsked) setWasAsked(true);
  // A phone that goes offline while it is open keeps its last frame and its tools, and the player reconnects by itself.
  const isOnline = statusOf(device) === 'online';
  const [wasOnline, setWasOnline] = useState(isOnline);
  if (isOnline && !wasOnline) setWasOnline(true);
  if (live.state.name === 'ended' && live.state.isUnauthorized && !successor) {
    return <Navigate to={paths.unauthorizedStream(device.id)} replace />;
  }
  // A phone that fails for good is replaced, or its customer chooses what follows.
  const mayHaveFailed = !isOnline || live.state.name === 'ended';
  const replacedNote = successor
    ? {
        title: texts.replacedByTag(successor.tag),
        detail: replacementSentence(successor),
        action: <OpenSuccessor device={successor} kind="primary" />,
      }
    : isChoosing
      ? { title: texts.hasFailed(device.tag), detail: texts.chooseAbove, action: null }
      : null;
  const beside = wasAsked ? (
    <LazyBoundary what={questionTexts.theQuestions} isQuiet>
      <SessionQuestions
        questions={questions}
        isControlling={!isHeldElsewhere(live.holder)}
        onTakeControl={live.state.name === 'live' ? () => live.player?.takeControl() : undefined}
      />
    </LazyBoundary>
  ) : null;
  // What was left of it is its successor's.
  const timeLeft = successor ? null : <TimeLeft device={device} isOver={isOver} />;
  const openSharing = mayShare && !isOver ? () => setSharing(true) : undefined;
  const onExtend = () => setExtending(true);
  const closeDialog = () => setExtending(false);
  return (
    <SessionPageContext value={{ device, live, transfers, replacedNote, timeLeft, onExtend }}>
      {/* The layout hides its header above a session in a phone's window, which has room for one bar. */}
      <div data-session="" className="flex h-[calc(100dvh-56px)] compact:h-dvh flex-col">
        <SessionBar
          device={device}
          isOver={isOver}
          isOpen={wasOnline}
          onShare={openSharing}
          isShareBeside={areOthersHere}
        >
          {isOnline && !isOver ? (
            <LazyBoundary what={texts.sharing} isQuiet>
              <Watchers deviceId={device.id} onOpen={openSharing} onOthers={setOthersHere} />
            </LazyBoundary>
          ) : null}
          {mayRecord && isOnline && !isOver ? (
            <LazyBoundary what={texts.recordThisPhone} isQuiet>
              <RecordButton deviceId={device.id} player={live.player} />
            </LazyBoundary>
          ) : null}
        </SessionBar>
        {mayHaveFailed ? (
          <div className="px-4 py-3 empty:hidden sm:px-6">
            <LazyBoundary what={texts.stream} isQuiet>
              <ReplacementChoices deviceId={device.id} onAsking={setChoosing} />
            </LazyBoundary>
          </div>
        ) : null}
        <p role="status" className="sr-only">
          {questions[0] ? questionTexts.announced(questions[0].asker.name, device.tag) : null}
        </p>
        {wasOnline ? <PhoneStage beside={beside} /> : <NotNow device={device} />}
        <LeaveGuard
          isNeeded={transfers.isRunning}
          title={texts.leaveWhileFilesAreBeingTransferred}
          description={texts.transfersEndWhenYouLeave}
        />
        <LazyBoundary what={toolTexts.theRental} over={{ isOpen: isExtending, onClose: closeDialog }}>
          {isExtending ? <RentalDialog device={device} onClose={closeDialog} /> : null}
        </LazyBoundary>
        <LazyBoundary what={texts.sharing} over={{ isOpen: isSharing, onClose: () => setSharing(false) }}>
          {isSharing ? <ShareDialog device={device} onClose={() => setSharing(false)} /> : null}
        </LazyBoundary>
      </div>
    </SessionPageContext>
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
    <div className="mx-auto max-w-[35rem] p-4 pt-16">
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
