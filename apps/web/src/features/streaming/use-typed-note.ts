import type { TypedNotice } from '@pocketfleet/contract';
import type { Player } from '@pocketfleet/stream-player';
import { useEffect, useState } from 'react';
import { typingResult } from '#language/streams';

const shownMs = 10_000;

/**
 * The result of the last text typed or pasted here, if it perhaps did not arrive; null soon after it was shown. Text is lost above
 * all while the phone is out of reach, when nothing is shown.
 */
export function useTypedNote(player: Player | null, isShown: boolean): string | null {
  const [note, setNote] = useState<Pick<TypedNotice, 'outcome' | 'why' | 'text'> | null>(null);
  useEffect(() => player?.on('typed', setNote), [player]);
  useEffect(() => {
    if (note === null || !isShown) return;
    const timer = setTimeout(() => setNote(null), shownMs);
    return () => clearTimeout(timer);
  }, [note, isShown]);
  return note === null ? null : typingResult(note);
}
