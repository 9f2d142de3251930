// The page's side of the line to an embedded stream frame.
import type { Device, StreamQuality } from '@pocketfleet/contract';
import { paths } from '../../app/paths.ts';
import type { FrameRequest } from '../../frame/frame-messages.ts';

/** The frame's address for a phone: stable and without a secret; tag and quality only help the frame. */
export function frameAddress(device: Device, quality: StreamQuality): string {
  const query = new URLSearchParams({ tag: device.tag, quality });
  return `${device.streaming_url ?? paths.frame(device.id)}?${query}`;
}

export function postToFrame(
  frame: HTMLIFrameElement | null,
  type: Exclude<FrameRequest['type'], 'quality'>,
): void {
  const request: FrameRequest = { to: 'pocketfleet-frame', type };
  frame?.contentWindow?.postMessage(request, location.origin);
}
