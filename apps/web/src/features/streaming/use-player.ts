import { createPlayer, type Player, type PlayerState, type PlayerStats } from '@pocketfleet/stream-player';
import { type RefObject, useEffect, useState } from 'react';
import { useClient } from '../../api/api-provider.tsx';
import { createStartStream } from '../../api/streams.ts';

export type LivePlayer = {
  /** Null until the page is on the screen. */
  player: Player | null;
  state: PlayerState;
  stats: PlayerStats | null;
  isKeyboardInPhone: boolean;
  /** False while another viewer has the control. */
  isControlling: boolean;
  picture: { width: number; height: number } | null;
};

const before: Omit<LivePlayer, 'player'> = {
  state: { name: 'connecting' },
  stats: null,
  isKeyboardInPhone: false,
  isControlling: true,
  picture: null,
};

/** A player in `host` for as long as the component lives. */
export function usePlayer(host: RefObject<HTMLElement | null>, deviceId: string, label: string): LivePlayer {
  const client = useClient();
  const [player, setPlayer] = useState<Player | null>(null);
  const [seen, setSeen] = useState(before);

  useEffect(() => {
    if (!host.current) return;
    const created = createPlayer({
      canvasHost: host.current,
      startStream: createStartStream(client, deviceId),
      label,
    });
    const learn = (news: Partial<typeof before>) => setSeen((known) => ({ ...known, ...news }));
    created.on('state', (state) => learn({ state }));
    created.on('stats', (stats) => learn({ stats }));
    created.on('keyboard', (isKeyboardInPhone) => learn({ isKeyboardInPhone }));
    created.on('role', ({ role }) => learn({ isControlling: role === 'controlling' }));
    created.on('picture', (picture) => learn({ picture }));
    setSeen({ ...before, state: created.state });
    setPlayer(created);
    return () => {
      setPlayer(null);
      created.close();
    };
  }, [host, client, deviceId, label]);

  return { player, ...seen };
}
