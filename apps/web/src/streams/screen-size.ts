// The size of a phone's screen in a page at scale 1: as wide as every phone, as long as its own picture. Pure.

/** The specification's size (section 9), until a picture has told the phone's own. */
const usual = { screenWidth: 322, screenHeight: 715 } as const;
/** A folded phone's outer screen is the longest, a tablet's the shortest. */
const [leastRatio, mostRatio] = [1, 3];

/** A phone that lies on its side is as wide as it is long when it stands. */
export function screenSizeOf(frameSize: { width: number; height: number } | null): {
  screenWidth: number;
  screenHeight: number;
} {
  if (frameSize === null || frameSize.width === 0 || frameSize.height === 0) return usual;
  const { width, height } = frameSize;
  const ratio = Math.max(width, height) / Math.min(width, height);
  const long = Math.round(usual.screenWidth * Math.min(mostRatio, Math.max(leastRatio, ratio)));
  return width > height
    ? { screenWidth: long, screenHeight: usual.screenWidth }
    : { screenWidth: usual.screenWidth, screenHeight: long };
}
