// The window of a popup: 372 x 715, centred on the screen (spec section 9).
const popupSize = { width: 372, height: 715 } as const;

/** Features for `window.open`, centred on the screen that the page is on. */
export function popupFeatures(screen: { left: number; top: number; width: number; height: number }): string {
  const left = Math.round(screen.left + Math.max(0, (screen.width - popupSize.width) / 2));
  const top = Math.round(screen.top + Math.max(0, (screen.height - popupSize.height) / 2));
  return `popup=yes,width=${popupSize.width},height=${popupSize.height},left=${left},top=${top}`;
}
