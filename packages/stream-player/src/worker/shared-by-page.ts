// Values that the frames of one page share. They belong to the page's outermost window of our origin, so that they outlive
// the tile that created them.

/**
 * The page's value of this name, created on first use. After a deployment a page and its frames may run two versions: a
 * value of another type needs another name.
 */
export function sharedByPage<Value>(name: string, create: () => Value): Value {
  const owner = outermostWindow() as unknown as { [key: string]: Value | undefined };
  const key = `__pocketfleet_${name}`;
  owner[key] ??= create();
  return owner[key];
}

/** The outermost window of our own origin. */
export function outermostWindow(): Window {
  let outermost: Window = window;
  while (outermost.parent !== outermost) {
    try {
      if (outermost.parent.location.origin !== window.location.origin) break;
    } catch {
      break; // The page of another origin embeds ours.
    }
    outermost = outermost.parent;
  }
  return outermost;
}
