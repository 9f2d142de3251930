// What an embedded stream frame tells its page, and what the page asks of it, through postMessage on the
// same origin. What the frame says is checked before it is believed.
export type FrameState = {
  state: string;
  detail: string;
  fps: number | null;
};

export type FrameRequest =
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'quality'; quality: 'focus' | 'tile' };

/** The state in a message of the frame, or null for anything else. */
export function readFrameState(data: unknown): FrameState | null {
  if (typeof data !== 'object' || data === null) return null;
  const message = data as Record<string, unknown>;
  if (message['type'] !== 'state' || typeof message['state'] !== 'string') return null;
  return {
    state: message['state'],
    detail: typeof message['detail'] === 'string' ? message['detail'] : '',
    fps: typeof message['fps'] === 'number' && Number.isFinite(message['fps']) ? message['fps'] : null,
  };
}

export function postToFrame(frame: HTMLIFrameElement | null, request: FrameRequest): void {
  frame?.contentWindow?.postMessage(request, location.origin);
}
