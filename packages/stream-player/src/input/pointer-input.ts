// Turns mouse, touch and pen on the phone's screen into control messages, as scrcpy does: right-click is back, middle-click
// is home, Ctrl-drag pinches, the wheel scrolls. Each touch that went down comes up, also when the window loses the pointer.
// gestures.ts tracks the fingers; this file knows the DOM.
import type { ControlMessage, Tool } from '@pocketfleet/stream-protocol';
import { phoneKeys } from './android-keys.ts';
import { positionInVideo, type Size, type VideoPosition } from './coordinates.ts';
import { createGestures, type PointerSample } from './gestures.ts';
import { throttleMoves } from './move-throttle.ts';

export interface PointerInputDeps {
  readonly target: HTMLElement;
  /** Undefined before the first frame: nothing is sent then. */
  readonly frameSize: () => Size | undefined;
  readonly send: (message: ControlMessage) => void;
  /** True when a press moves the focus, as it does in any page: it ends a text that is being written. */
  readonly mayMoveFocus: () => boolean;
}

/** One wheel notch in pixels and in lines, as browsers report it. */
const notchPixels = 100;
const notchLines = 3;

/** Listens until `signal` aborts, then cancels what is still down. */
export function listenToPointers(
  { target, frameSize, send, mayMoveFocus }: PointerInputDeps,
  signal: AbortSignal,
): void {
  const gestures = createGestures(throttleMoves(send, signal));
  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
    options: AddEventListenerOptions = {},
  ) => target.addEventListener(type, listener, { ...options, signal });

  const positionOf = (event: MouseEvent, size: Size): VideoPosition =>
    positionInVideo(event.clientX, event.clientY, target.getBoundingClientRect(), size);
  const sampleOf = (event: PointerEvent, size: Size): PointerSample => ({
    position: positionOf(event, size),
    pressure: pressureOf(event),
    buttons: event.pointerType === 'pen' && event.buttons !== 0 ? 1 : 0,
  });

  on('pointerdown', (event) => {
    const size = frameSize();
    if (size === undefined) return;
    if (event.pointerType === 'mouse' && event.button !== 0) {
      // No `mousedown` follows, and so the browser doesn't move the focus.
      event.preventDefault();
      if (mayMoveFocus()) target.focus({ preventScroll: true });
      sendMouseButton(event, 'down', send);
      return;
    }
    const isPinch = event.ctrlKey && event.pointerType === 'mouse';
    if (!gestures.down(event.pointerId, toolOf(event), sampleOf(event, size), size, isPinch)) return;
    target.setPointerCapture(event.pointerId);
  });
  on('pointermove', (event) => {
    const size = frameSize();
    if (size === undefined) return;
    if (event.buttons === 0 && event.pointerType !== 'touch') {
      const hover = { ...sampleOf(event, size), pressure: 0 };
      gestures.hover(event.pointerType === 'pen' ? 'stylus' : 'mouse', hover, size);
      return;
    }
    // All positions since the last animation frame: drawing and handwriting need each of them.
    const parts = event.getCoalescedEvents();
    for (const part of parts.length > 0 ? parts : [event]) {
      gestures.move(event.pointerId, sampleOf(part, size));
    }
  });
  on('pointerup', (event) => {
    const size = frameSize();
    if (event.pointerType === 'mouse' && event.button !== 0) sendMouseButton(event, 'up', send);
    else gestures.up(event.pointerId, size && sampleOf(event, size));
  });
  on('pointercancel', (event) => gestures.cancel(event.pointerId));
  on('lostpointercapture', (event) => gestures.cancel(event.pointerId));
  on('contextmenu', (event) => event.preventDefault());
  on('auxclick', (event) => event.preventDefault());
  on(
    'mousedown',
    (event) => {
      // Prevents autoscroll by the middle button. For each button it also keeps the focus where it is: a press would take it
      // from the field that has the keyboard, and the click would give it back, and both change what the page around the
      // phone shows, in the moment in which the phone's next frame is to be drawn.
      if (event.button === 1 || !mayMoveFocus()) event.preventDefault();
    },
    { passive: false },
  );
  on(
    'wheel',
    (event) => {
      const size = frameSize();
      if (size === undefined) return;
      const position = positionOf(event, size);
      if (!position.inside) return;
      event.preventDefault();
      const unit = event.deltaMode === 0 ? notchPixels : event.deltaMode === 1 ? notchLines : 1;
      send({
        type: 'scroll',
        x: position.x,
        y: position.y,
        pictureWidth: size.width,
        pictureHeight: size.height,
        // Down and right are positive in browsers, up and right in Android.
        horizontal: event.deltaX / unit,
        vertical: -event.deltaY / unit,
      });
    },
    { passive: false },
  );
  window.addEventListener('blur', () => gestures.cancelAll(), { signal });
  signal.addEventListener('abort', () => gestures.cancelAll());
}

/** Browsers report half the pressure for a mouse, and 0 for fingers on screens that can't measure it: both are pressed. */
function pressureOf(event: PointerEvent): number {
  if (event.pointerType === 'mouse') return 1;
  return event.pressure === 0 && event.pointerType === 'touch' ? 1 : event.pressure;
}

function toolOf(event: PointerEvent): Tool {
  return event.pointerType === 'pen' ? 'stylus' : 'finger';
}

type Send = PointerInputDeps['send'];

function sendMouseButton(event: PointerEvent, action: 'down' | 'up', send: Send): void {
  if (event.button === 2) send({ type: 'back_or_screen_on', action });
  if (event.button === 1) send({ type: 'key', action, keycode: phoneKeys.home, repeat: 0, metaState: 0 });
}
