// The frame's messages from and to the page around it. Each message is checked: same origin, our parent, our schema.
import { type FrameNotice, type FrameRequest, frameRequest } from './frame-messages.ts';

export function listenToParent(onRequest: (request: FrameRequest) => void): void {
  window.addEventListener('message', (event) => {
    if (event.origin !== window.location.origin || event.source !== window.parent) return;
    const { data } = frameRequest.safeParse(event.data);
    if (data !== undefined) onRequest(data);
  });
}

export function notifyParent(notice: FrameNotice): void {
  if (window.parent !== window) window.parent.postMessage(notice, window.location.origin);
}
