// The frame's line to the page around it. Both sides are checked: same origin, our parent, our schema.
import { type FrameNotice, type FrameRequest, frameRequest } from './frame-messages.ts';

export function listenToParent(onRequest: (request: FrameRequest) => void): void {
  window.addEventListener('message', (event) => {
    if (event.origin !== window.location.origin || event.source !== window.parent) return;
    const { data } = frameRequest.safeParse(event.data);
    if (data !== undefined) onRequest(data);
  });
}

export function tellParent(notice: FrameNotice): void {
  if (window.parent !== window) window.parent.postMessage(notice, window.location.origin);
}
