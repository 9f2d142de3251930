import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

/** What is said of the bar that is pointed at, below that place of the window. */
export type LaneNote = { text: string; leftPx: number; topPx: number };

const ShowNoteContext = createContext<(note: LaneNote | null) => void>(() => {});

export function useLaneNote(): (note: LaneNote | null) => void {
  return useContext(ShowNoteContext);
}

/** Holds the one note of all lanes, so that pointing at a bar draws nothing anew but the note. */
export function LaneNotes({ children }: { children: ReactNode }) {
  const [note, setNote] = useState<LaneNote | null>(null);
  const isShown = note !== null;
  useEffect(() => {
    if (!isShown) return;
    // It would stay behind.
    const hide = () => setNote(null);
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    window.addEventListener('scroll', hide, { capture: true, passive: true });
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('scroll', hide, { capture: true });
      window.removeEventListener('keydown', onKey);
    };
  }, [isShown]);
  return (
    <ShowNoteContext value={setNote}>
      {children}
      {note
        ? createPortal(
            <span
              aria-hidden="true"
              data-lane-note=""
              style={{ left: `clamp(140px, ${note.leftPx}px, calc(100vw - 140px))`, top: note.topPx + 4 }}
              className="pointer-events-none fixed z-50 w-max max-w-72 -translate-x-1/2 rounded-small bg-main px-2.5 py-1.5 text-caption text-page"
            >
              {note.text}
            </span>,
            document.body,
          )
        : null}
    </ShowNoteContext>
  );
}
