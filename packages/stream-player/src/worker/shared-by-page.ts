// What the frames of one page share belongs to its outermost window of our own origin, so that it outlives the tile
// that happened to make it.

/** The thing of this name that the page's frames share; made by the first that asks. */
export function sharedByPage<Thing>(name: string, make: () => Thing): Thing {
  const owner = outermostWindowOfOurs() as unknown as { [key: string]: Thing | undefined };
  const key = `__pocketfleet_${name}`;
  owner[key] ??= make();
  return owner[key];
}

export function outermostWindowOfOurs(): Window {
  let ours: Window = window;
  while (ours.parent !== ours) {
    try {
      if (ours.parent.location.origin !== window.location.origin) break;
    } catch {
      break; // another origin's page embeds us
    }
    ours = ours.parent;
  }
  return ours;
}
