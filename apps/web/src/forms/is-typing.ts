/** In a field, the phone's or the page's, a key is a character and no shortcut. */
export function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
}
