import { Button, Spinner } from '@pocketfleet/ui';
import { TriangleAlert } from 'lucide-react';
import * as texts from '#language/session';
import { stateMessage } from '../../frame/state-message.ts';
import { useSessionPage } from './session-page-context.ts';

/** Dark enough that the words can be read on any picture, which stays recognizable. */
const overPicture =
  'on-ink pointer-events-none absolute inset-0 flex flex-col items-center justify-center gap-2 bg-page/60 p-6 text-center text-main';

/** Over the dimmed phone: a message, and after a while its cause and a button. */
export function StageNotice() {
  const { live, replacedNote } = useSessionPage();
  const { state, player } = live;
  if (replacedNote) {
    return <div className={overPicture}>{replacedNote}</div>;
  }
  const message = stateMessage(state);
  if (message.text === '') return null;
  const isWaiting = state.name === 'connecting' || state.name === 'reconnecting';
  return (
    <div className={overPicture}>
      <span className="mb-2 text-warning">
        {isWaiting ? (
          <Spinner size={22} />
        ) : (
          <TriangleAlert size={22} strokeWidth={1.75} aria-hidden="true" />
        )}
      </span>
      <p className="font-semibold text-card">
        <span role="status">{message.text}</span> <span aria-hidden="true">{message.seconds}</span>
      </p>
      {message.cause ? <p className="text-second text-small">{message.cause}</p> : null}
      {message.canRetry ? (
        <Button className="pointer-events-auto mt-2" onClick={() => player?.retry()}>
          {texts.retryNow}
        </Button>
      ) : null}
    </div>
  );
}
