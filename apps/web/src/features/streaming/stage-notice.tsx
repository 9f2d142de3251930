import type { Player, PlayerState } from '@pocketfleet/stream-player';
import { Button, Spinner } from '@pocketfleet/ui';
import { TriangleAlert } from 'lucide-react';
import { wordsFor } from '../../frame/state-words.ts';

/** Over the (dimmed) picture: what is going on in words, and after a while a cause and a button. */
export function StageNotice({ state, player }: { state: PlayerState; player: Player | null }) {
  const said = wordsFor(state);
  if (said.words === '') return null;
  const isWaiting = state.name === 'connecting' || state.name === 'reconnecting';
  return (
    <div className="on-ink pointer-events-none absolute inset-0 flex flex-col items-center justify-center gap-2 p-6 text-center text-main">
      <span className="mb-2 text-warning">
        {isWaiting ? (
          <Spinner size={22} />
        ) : (
          <TriangleAlert size={22} strokeWidth={1.75} aria-hidden="true" />
        )}
      </span>
      <p className="font-semibold text-card">
        <span role="status">{said.words}</span> <span aria-hidden="true">{said.seconds}</span>
      </p>
      {said.cause ? <p className="text-second text-small">{said.cause}</p> : null}
      {said.canRetry ? (
        <Button className="pointer-events-auto mt-2" onClick={() => player?.retry()}>
          Retry now
        </Button>
      ) : null}
    </div>
  );
}
