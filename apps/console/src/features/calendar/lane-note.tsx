import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

/** The text about the bar under the pointer, and the point of the window below which it is shown. */
export type LaneNote = { text: string; leftPx: number; topPx: number };

type NoteControl = {
  show(note: LaneNote | null): void;
  /** True when there is a note now: scrolling and Escape remove it without the lane. */
  isShown(): boolean;
};

const NoteContext = createContext<NoteControl>({ show: () => {}, isShown: () => false });

export function useLaneNote(): NoteControl {
  return useContext(NoteContext);
}

/** Holds the one note of all lanes, so that pointing at a bar re-renders only the note. */
export function LaneNotes({ children }: { children: ReactNode }) {
  const [note, setNote] = useState<LaneNote | null>(null);
  const isThere = useRef(false);
  const isShown = note !== null;
  const control = useMemo<NoteControl>(
    () => ({
      show: (next) => {
        isThere.current = next !== null;
        setNote(next);
      },
      isShown: () => isThere.current,
    }),
    [],
  );
  useEffect(() => {
    if (!isShown) return;
    // The note has a fixed place in the window: it would not scroll with its bar.
    const hide = () => control.show(null);
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && hide();
    window.addEventListener('scroll', hide, { capture: true, passive: true });
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('scroll', hide, { capture: true });
      window.removeEventListener('keydown', onKey);
    };
  }, [isShown, control]);
  return (
    <NoteContext value={control}>
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
    </NoteContext>
  );
}
