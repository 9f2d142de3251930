import type { Device, SeatHolder } from '@pocketfleet/contract';
import { createPlayer, type Player, type PlayerState } from '@pocketfleet/stream-player';
import { toast } from '@pocketfleet/ui';
import { type RefCallback, startTransition, useCallback, useState } from 'react';
import * as texts from '#language/session';
import { useClient } from '../../api/api-provider.tsx';
import { playerLabel, takePlayerAhead } from '../../streams/player-ahead.ts';
import { showRecordingMark } from '../../streams/recording-mark.ts';
import { createStartStream } from '../../streams/start-stream.ts';

type Observed = {
  state: PlayerState;
  isKeyboardInPhone: boolean;
  /** The holder of control of the phone. */
  holder: SeatHolder;
  /** The number of viewers of this phone, including this page. */
  viewers: number;
  frameSize: { width: number; height: number } | null;
  /** The last text that was copied on the phone since the page was opened. */
  phoneClipboard: string | null;
  /** The sequence of the last text from here that the phone has put into its clipboard. */
  clipboardSet: number | null;
  isMuted: boolean;
};

export type LivePlayer = Observed & {
  /** For the element that shows the phone. The player lives as long as this element. */
  screen: RefCallback<HTMLElement>;
  /** Null while no element shows the phone. */
  player: Player | null;
  /** Remembered for all phones of this browser. Call it from a click. */
  setMuted(isMuted: boolean): void;
};

const initial: Observed = {
  state: { name: 'connecting' },
  isKeyboardInPhone: false,
  holder: { kind: 'this_window' },
  viewers: 1,
  frameSize: null,
  phoneClipboard: null,
  clipboardSet: null,
  isMuted: true,
};

export function usePlayer(device: Device): LivePlayer {
  const client = useClient();
  const [player, setPlayer] = useState<Player | null>(null);
  const [observed, setObserved] = useState(initial);
  const { id } = device;
  const label = playerLabel(device);

  // React calls it before the browser paints, and the first frame may be there already.
  const screen = useCallback(
    (host: HTMLElement) => {
      const created =
        takePlayerAhead(client, id) ?? createPlayer({ startStream: createStartStream(client, id), label });
      created.resume(); // A finger's tap may have opened it paused.
      created.showIn(host);
      showRecordingMark(created, host);
      setPlayer(created);
      setObserved({ ...initial, state: created.state, isMuted: created.isMuted });
      observe(created, (change) => setObserved((before) => ({ ...before, ...change })));
      return () => {
        setPlayer(null);
        created.close();
      };
    },
    [client, id, label],
  );

  const setMuted = (isMuted: boolean) => {
    player?.setMuted(isMuted).catch(() => toast.error(texts.thisBrowserCantPlay));
  };
  return { ...observed, screen, player, setMuted };
}

function observe(player: Player, onChange: (change: Partial<Observed>) => void): void {
  player.on('state', (state) => onChange({ state }));
  // Ring, strip and toolbar show it. The click that brings it is on its way to the phone, whose next frame is more urgent.
  player.on('keyboard', (isKeyboardInPhone) => startTransition(() => onChange({ isKeyboardInPhone })));
  player.on('role', ({ holder, viewers }) => onChange({ holder, viewers }));
  player.on('frame_size', (frameSize) => onChange({ frameSize }));
  player.on('muted', (isMuted) => onChange({ isMuted }));
  player.on('clipboard', (phoneClipboard) => onChange({ phoneClipboard }));
  player.on('clipboard_set', (clipboardSet) => onChange({ clipboardSet }));
}
