import type { Size } from '@pocketfleet/phone-parts';

/** Sizes that are tried in turn when an encoder fails before its first frame (SurfaceEncoder.java). */
const FALLBACK_SIZES = [2560, 1920, 1600, 1280, 1024, 800];

/**
 * Size of the video for a display: scaled down so that the long side fits `maxSize` (0: no limit), then both sides
 * brought to multiples of 8 (device/Size.java, limit and round8).
 */
export function videoSize(display: Size, maxSize: number): Size {
  const portrait = display.height > display.width;
  let major = portrait ? display.height : display.width;
  let minor = portrait ? display.width : display.height;
  if (maxSize !== 0 && major > maxSize) {
    minor = Math.floor((maxSize * minor) / major);
    major = maxSize;
  }
  if (major % 8 !== 0 || minor % 8 !== 0) {
    major &= ~7;
    minor = Math.min(major, (minor + 4) & ~7);
  }
  return portrait ? { width: minor, height: major } : { width: major, height: minor };
}

/** The next smaller limit after a failure at `failed`, or undefined after the last one. */
export function nextFallbackSize(failed: Size): number | undefined {
  const longSide = Math.max(failed.width, failed.height);
  return FALLBACK_SIZES.find((size) => size < longSide);
}
