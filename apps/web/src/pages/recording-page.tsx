import { ApiError } from '@pocketfleet/client';
import { Banner, Button, buttonClass, EmptyState, PageHeader, Spinner } from '@pocketfleet/ui';
import { formatDay, formatMoment } from '@pocketfleet/ui/format';
import { CircleAlert } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import * as texts from '#language/recordings';
import { RecordingTools } from '../features/recordings/recording-tools.tsx';
import { useRecordedEvents, useRecording } from '../features/recordings/use-stored-recording.ts';
import { paths } from '../paths.ts';
import { usePageTitle } from './page-title.ts';

const noEvents: readonly never[] = [];
/** The decoder and the timeline come after the page itself. */
const RecordingPlayer = lazy(async () => ({
  default: (await import('../features/recordings/recording-player.tsx')).RecordingPlayer,
}));

/** One recording, to play, search and export. */
export function RecordingPage() {
  const { id = '' } = useParams();
  const navigate = useNavigate();
  const found = useRecording(id);
  const recording = found.data;
  const events = useRecordedEvents(id, {
    chunks: recording?.chunks.length ?? 0,
    goesOn: recording?.state === 'recording' || recording?.state === 'uploading',
  });
  usePageTitle(recording?.name ?? texts.recordings);
  if (found.isPending) {
    return (
      <div className="flex justify-center p-16">
        <Spinner size={24} label={texts.loadingOne} />
      </div>
    );
  }
  if (recording === undefined) {
    return <NotThere error={found.error} onRetry={() => void found.refetch()} />;
  }
  const { phone, started_at, state, kept_until } = recording;
  const reason = recording.exact_reason ?? recording.reason;
  const facts = [
    phone.model ?? '',
    formatMoment(started_at),
    texts.startedBy(recording),
    state === 'ready' ? '' : texts.states[state],
    state === 'recording' ? '' : texts.keptUntil(formatDay(kept_until)),
  ];
  const isWarning =
    reason !== null && !['stopped', 'use_ended', 'rental_ended', 'phone_replaced'].includes(reason);
  return (
    <div className="mx-auto flex max-w-[1600px] flex-col gap-4 px-4 py-6 sm:px-8">
      <PageHeader
        title={recording.name}
        lead={`${phone.tag} · ${facts.filter((fact) => fact !== '').join(' · ')}`}
      >
        <Link to={paths.recordings} className={buttonClass()}>
          {texts.backToList}
        </Link>
      </PageHeader>
      {isWarning ? <Banner kind="warning">{texts.reasons[reason]}</Banner> : null}
      {events.isError ? <Banner kind="error">{texts.notLoaded}</Banner> : null}
      {events.data?.isCut ? <Banner kind="warning">{texts.tooManyEvents}</Banner> : null}
      <Suspense fallback={<Spinner size={24} label={texts.loadingOne} />}>
        <RecordingPlayer
          recording={recording}
          events={events.data?.events ?? noEvents}
          tools={<RecordingTools recording={recording} onErased={() => void navigate(paths.recordings)} />}
        />
      </Suspense>
    </div>
  );
}

function NotThere({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const isGone = error instanceof ApiError && error.status === 404;
  const action = isGone ? (
    <Link to={paths.recordings} className={buttonClass()}>
      {texts.backToList}
    </Link>
  ) : (
    <Button onClick={onRetry}>{texts.retry}</Button>
  );
  return (
    <div className="p-4 sm:p-8">
      <h1 className="sr-only">{texts.recordings}</h1>
      <EmptyState
        isAlert
        icon={<CircleAlert />}
        title={isGone ? texts.notFound : texts.notLoaded}
        action={action}
      >
        {isGone ? texts.notFoundText : texts.nothingChanged}
      </EmptyState>
    </div>
  );
}
