import { Button, buttonClass, Spinner } from '@pocketfleet/ui';
import { ArrowLeftRight, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import * as texts from '#language/session';
import { stateMessage } from '../../frame/state-message.ts';
import { paths } from '../../paths.ts';
import { useSessionPage } from './session-page-context.ts';

/** Dark enough that the words can be read on any picture, which stays recognizable. */
const overPicture =
  'on-ink pointer-events-none absolute inset-0 flex flex-col items-center justify-center gap-2 bg-page/60 p-6 text-center text-main';

/** Over the dimmed phone: a message, and after a while its cause and what can be done. */
export function StageNotice() {
  const { title, seconds, detail, icon, action } = useNotice();
  return (
    // Mounted before there is a message, because a screen reader announces only what changes in a region that it knows.
    <div className={title === '' ? 'sr-only' : overPicture}>
      {icon ? <span className="mb-2 text-warning">{icon}</span> : null}
      <p className="font-semibold text-card">
        <span role="status">{title}</span> <span aria-hidden="true">{seconds}</span>
      </p>
      {detail ? <p className="text-second text-small">{detail}</p> : null}
      {action ? (
        <span className="pointer-events-auto mt-2 flex flex-wrap justify-center gap-2">{action}</span>
      ) : null}
    </div>
  );
}

type Notice = { title: string; seconds: string; detail: string; icon: ReactNode; action: ReactNode };

function useNotice(): Notice {
  const { live, replacedNote } = useSessionPage();
  const { state, player } = live;
  if (replacedNote) {
    const icon = <ArrowLeftRight size={22} strokeWidth={1.75} aria-hidden="true" />;
    return { ...replacedNote, seconds: '', icon };
  }
  const { text: title, seconds, cause: detail, canRetry } = stateMessage(state);
  if (title === '') return { title, seconds, detail, icon: null, action: null };
  const isWaiting = state.name === 'connecting' || state.name === 'reconnecting';
  const icon = isWaiting ? (
    <Spinner size={22} />
  ) : (
    <TriangleAlert size={22} strokeWidth={1.75} aria-hidden="true" />
  );
  const retry = canRetry ? <Button onClick={() => player?.retry()}>{texts.retryNow}</Button> : null;
  const isOver = state.name === 'ended' && state.reason === 'assignment_ended';
  return { title, seconds, detail, icon, action: isOver ? <AfterTheEnd /> : retry };
}

function AfterTheEnd() {
  return (
    <>
      <Link to={paths.devices} className={buttonClass()}>
        {texts.backToDevices}
      </Link>
      <Link to={paths.rentNow} className={buttonClass('quiet')}>
        {texts.rentPhones}
      </Link>
    </>
  );
}
