import { createPlayer, type Player, type PlayerState, type PlayerStats } from '@pocketfleet/stream-player';
import { toast } from '@pocketfleet/ui';
import { type RefObject, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { createStartStream } from '../../api/streams.ts';
import { takePlayerAhead } from './player-ahead.ts';

export type LivePlayer = {
  /** Null until the page is on the screen. */
  player: Player | null;
  state: PlayerState;
  stats: PlayerStats | null;
  isKeyboardInPhone: boolean;
  /** False while another viewer has the control. */
  isControlling: boolean;
  /** Everybody who looks at this phone now, this page included. */
  viewers: number;
  picture: { width: number; height: number } | null;
  /** The last text that was copied on the phone since the page is open. */
  phoneClipboard: string | null;
  isMuted: boolean;
  /** Remembered for all phones of this browser. Call it from a click. */
  setMuted(isMuted: boolean): void;
};

const before: Omit<LivePlayer, 'player' | 'setMuted'> = {
  state: { name: 'connecting' },
  stats: null,
  isKeyboardInPhone: false,
  isControlling: true,
  viewers: 1,
  picture: null,
  phoneClipboard: null,
  isMuted: true,
};

/** A player in `host` for as long as the component lives. */
export function usePlayer(
  host: RefObject<HTMLElement | null>,
  deviceId: string,
  label: string,
  onUnauthorized: () => void,
): LivePlayer {
  const client = useClient();
  const [player, setPlayer] = useState<Player | null>(null);
  const [seen, setSeen] = useState(before);

  const refused = useEffectEvent(onUnauthorized);

  // Before the browser paints: the first picture may be there already.
  useLayoutEffect(() => {
    if (!host.current) return;
    const startStream = createStartStream(client, deviceId);
    const created = takePlayerAhead(client, deviceId) ?? createPlayer({ startStream, label });
    created.showIn(host.current);
    setSeen({ ...before, state: created.state, isMuted: created.isMuted });
    const learn = (news: Partial<typeof before>) => setSeen((known) => ({ ...known, ...news }));
    created.on('state', (state) => {
      learn({ state });
      if (state.name === 'ended' && state.isUnauthorized) refused();
    });
    created.on('stats', (stats) => learn({ stats }));
    created.on('keyboard', (isKeyboardInPhone) => learn({ isKeyboardInPhone }));
    created.on('role', ({ role, viewers }) => learn({ isControlling: role === 'controlling', viewers }));
    created.on('frame_size', (picture) => learn({ picture }));
    created.on('muted', (isMuted) => learn({ isMuted }));
    created.on('clipboard', (phoneClipboard) => learn({ phoneClipboard }));
    setPlayer(created);
    return () => {
      setPlayer(null);
      created.close();
    };
  }, [host, client, deviceId, label]);

  const setMuted = (isMuted: boolean) => {
    player?.setMuted(isMuted).catch(() => toast.error('This browser can’t play the phone’s sound.'));
  };
  return { player, ...seen, setMuted };
}
