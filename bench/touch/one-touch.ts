import type { Source } from './sources.ts';
import { takeNotes } from './stages.ts';
import type { XScreen } from './x-screen.ts';

/** In ms from the press. */
export type Touch = {
  /** Until the pixel has changed. */
  readonly wholeMs: number;
  /** When each stage was reached in the page, where it was seen. Native scrcpy has none. */
  readonly pointerMs: number | undefined;
  readonly sentMs: number | undefined;
  readonly receivedMs: number | undefined;
  readonly drawnMs: number | undefined;
};

/** Touches a place of the picture, 0 to 1 each way; undefined if nothing has changed there. */
export async function timeTouch(
  screen: XScreen,
  { picture, page }: Source,
  place: { x: number; y: number },
): Promise<Touch | undefined> {
  const { pressedAtMs, changedAtMs } = await screen.touch(
    picture.x + picture.width * place.x,
    picture.y + picture.height * place.y,
  );
  const times = page && (await takeNotes(page.page, pressedAtMs + page.aheadMs));
  if (changedAtMs === null) return undefined;
  const sincePress = (atMs: number | null | undefined) =>
    atMs == null ? undefined : atMs - (page?.aheadMs ?? 0) - pressedAtMs;
  return {
    wholeMs: changedAtMs - pressedAtMs,
    pointerMs: sincePress(times?.pointerAtMs),
    sentMs: sincePress(times?.sentAtMs),
    receivedMs: sincePress(times?.receivedAtMs),
    drawnMs: sincePress(times?.drawnAtMs),
  };
}
