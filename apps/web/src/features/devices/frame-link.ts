// The page's messages to an embedded stream frame.
import type { Device, StreamQuality } from '@pocketfleet/contract';
import type { FrameRequest } from '../../frame/frame-messages.ts';
import { paths, withQuery } from '../../paths.ts';
import { withTeam } from '../../team.ts';

/** The frame's address for a phone. It is stable and holds no secret; the frame uses tag and quality. */
export function frameAddress(device: Device, quality: StreamQuality): string {
  const query = withTeam({ tag: device.tag, quality });
  return withQuery(device.streaming_url ?? paths.frame(device.id), query);
}

export function postToFrame(
  frame: HTMLIFrameElement | null,
  type: Exclude<FrameRequest['type'], 'quality'>,
): void {
  const request: FrameRequest = { to: 'pocketfleet-frame', type };
  frame?.contentWindow?.postMessage(request, location.origin);
}
