// The windows of popups: 372 x 715, centred on the screen (spec section 9), until the customer has moved or resized one.
import { z } from 'zod';

const popupSize = { width: 372, height: 715 } as const;

/** In CSS pixels of the desktop. */
const windowPlace = z.object({
  left: z.number().int(),
  top: z.number().int(),
  width: z.number().int().min(200),
  height: z.number().int().min(300),
});
export type WindowPlace = z.infer<typeof windowPlace>;

/** A window's place, and the screen that it stood on. */
export const lastPlace = windowPlace.extend({ screen: windowPlace.partial().optional() });
export type LastPlace = z.infer<typeof lastPlace>;

/**
 * The place of a new popup: its last one, else centred. `hasOthers`: there are more screens than this one, and the browser moves a
 * window back that would be on none of them.
 */
export function popupPlace(screen: WindowPlace, last: LastPlace | null, hasOthers = false): WindowPlace {
  if (last !== null) {
    const { screen: itsScreen, ...place } = last;
    if (isOnScreen(screen, place)) return place;
    const other = windowPlace.safeParse(itsScreen).data;
    if (hasOthers && other !== undefined && isOnScreen(other, place)) return place;
  }
  const left = Math.round(screen.left + Math.max(0, (screen.width - popupSize.width) / 2));
  const top = Math.round(screen.top + Math.max(0, (screen.height - popupSize.height) / 2));
  return { ...popupSize, left, top };
}

/** Places for so many windows beside each other: as large as they can be in a popup's proportions, row by row. */
export function gridOf(screen: WindowPlace, count: number): WindowPlace[] {
  const sizes = Array.from({ length: count }, (_, index) => {
    const columns = index + 1;
    const width = Math.floor(screen.width / columns);
    const height = Math.floor(screen.height / Math.ceil(count / columns));
    const scale = Math.min(width / popupSize.width, height / popupSize.height);
    return {
      columns,
      width: Math.floor(popupSize.width * scale),
      height: Math.floor(popupSize.height * scale),
    };
  });
  const best = sizes.toSorted((one, other) => other.width - one.width)[0];
  if (best === undefined) return [];
  const { columns, width, height } = best;
  return Array.from({ length: count }, (_, index) => ({
    left: screen.left + (index % columns) * width,
    top: screen.top + Math.floor(index / columns) * height,
    width,
    height,
  }));
}

/** Features for `window.open`. */
export function popupFeatures({ left, top, width, height }: WindowPlace): string {
  return `popup=yes,width=${width},height=${height},left=${left},top=${top}`;
}

/** A window whose header is outside of the screen could not be moved back. */
function isOnScreen(screen: WindowPlace, { left, top, width, height }: WindowPlace): boolean {
  const isBeside = left >= screen.left && left + width <= screen.left + screen.width;
  return isBeside && top >= screen.top && top + height <= screen.top + screen.height;
}
