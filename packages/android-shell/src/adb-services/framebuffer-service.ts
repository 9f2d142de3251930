import type { AdbStream } from '@pocketfleet/adb-device';
import type { ShellWorld } from '../shell/shell-world.ts';

const VERSION = 2;
const SRGB = 1;

/**
 * Serves `framebuffer:`: fourteen numbers, then the pixels (AOSP adb, daemon/framebuffer_service.cpp). The offsets are those
 * of red, blue, green and alpha in a pixel, in bits, each with its length.
 */
export async function serveFramebuffer(world: ShellWorld, stream: AdbStream): Promise<void> {
  const { width, height, rgba } = world.android().screen.screenshotPixels();
  const fields = [VERSION, 32, SRGB, rgba.length, width, height, 0, 8, 16, 8, 8, 8, 24, 8];
  const header = Buffer.alloc(fields.length * 4);
  for (const [index, field] of fields.entries()) header.writeUInt32LE(field, index * 4);
  if (await stream.write(header)) await stream.write(rgba);
  await stream.end();
}
