import { useSyncExternalStore } from 'react';

/** The style sheet's variants of the same names (packages/ui/src/styles.css). */
export type StageLayout = 'desk' | 'upright' | 'lying';

const isLying = '(height < 35rem) and (orientation: landscape)';
const isNarrow = '(width < 48rem)';
/** In the bar of a narrower desk, the words of a bad line need the room of the figures; a phone's window on its side has it. */
const hasNoFigures = '(width < 48rem), (width < 64rem) and (height >= 35rem)';
/** From here the column at the left of the phone is shown. */
const hasColumn = '(width >= 80rem)';

/** From here the phone is large enough beside the column, a question and a panel. */
const hasRoomForAll = '(width >= 112.5rem)';

/** How the stage is laid out: beside a toolbar, or as a phone's window that stands upright or lies on its side. */
export function useStageLayout(): StageLayout {
  const lying = useMediaQuery(isLying);
  const narrow = useMediaQuery(isNarrow);
  if (lying) return 'lying';
  return narrow ? 'upright' : 'desk';
}

/** Whether the bar has no room for delay and frames per second, which are then below the phone. */
export function useIsNarrow(): boolean {
  return useMediaQuery(hasNoFigures);
}

/** Whether statistics, screenshots and a place for files stand at the left of the phone. */
export function useHasColumn(): boolean {
  const isWide = useMediaQuery(hasColumn);
  return useStageLayout() === 'desk' && isWide;
}

export function useHasRoomForAll(): boolean {
  return useMediaQuery(hasRoomForAll);
}

/** A phone or a tablet without a mouse, and most likely without a keyboard. */
export function useIsTouchOnly(): boolean {
  return !useMediaQuery('(any-pointer: fine)');
}

function useMediaQuery(text: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(text);
      query.addEventListener('change', onChange);
      return () => query.removeEventListener('change', onChange);
    },
    () => matchMedia(text).matches,
  );
}
