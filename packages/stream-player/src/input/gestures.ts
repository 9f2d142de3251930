// Turns pointers into touches: it assigns a finger to each pointer, adds the second finger of a Ctrl-drag pinch, and makes
// sure that each finger that went down comes up again. Pure; pointer-input.ts knows the DOM.
import type { ControlMessage, Tool, TouchAction } from '@pocketfleet/stream-protocol';
import { mirrored, type Size, type VideoPosition } from './coordinates.ts';

/** The limit of Android and of the protocol. */
const maxFingers = 10;

export interface PointerSample {
  readonly position: VideoPosition;
  /** 0-1. */
  readonly pressure: number;
  /** Android's BUTTON_* bits. */
  readonly buttons: number;
}

interface Finger {
  readonly slot: number;
  readonly tool: Tool;
  /** The mirrored finger of a pinch. */
  readonly mirrorSlot: number | undefined;
  /** The size when the gesture began. Every message of the gesture carries it. */
  readonly frameSize: Size;
  last: PointerSample;
}

export interface Gestures {
  /** Returns false for a pointer that is ignored: outside the video, or the eleventh finger. */
  down(pointerId: number, tool: Tool, sample: PointerSample, frameSize: Size, pinch?: boolean): boolean;
  move(pointerId: number, sample: PointerSample): void;
  up(pointerId: number, sample?: PointerSample): void;
  cancel(pointerId: number): void;
  cancelAll(): void;
  hover(tool: Tool, sample: PointerSample, frameSize: Size): void;
}

export function createGestures(send: (message: ControlMessage) => void): Gestures {
  const fingers = new Map<number, Finger>();

  function freeSlots(): number[] {
    const taken = new Set([...fingers.values()].flatMap((finger) => [finger.slot, finger.mirrorSlot]));
    return Array.from({ length: maxFingers }, (_, slot) => slot).filter((slot) => !taken.has(slot));
  }

  function emit(
    action: TouchAction,
    slot: number,
    finger: Finger,
    sample: PointerSample,
    position: VideoPosition,
  ) {
    send({
      type: 'touch',
      action,
      pointer: slot,
      tool: finger.tool,
      buttons: sample.buttons,
      pressure: Math.round(Math.max(0, Math.min(1, sample.pressure)) * 65535),
      x: position.x,
      y: position.y,
      pictureWidth: finger.frameSize.width,
      pictureHeight: finger.frameSize.height,
    });
  }

  function emitBoth(action: TouchAction, finger: Finger, sample: PointerSample) {
    emit(action, finger.slot, finger, sample, sample.position);
    if (finger.mirrorSlot !== undefined) {
      emit(action, finger.mirrorSlot, finger, sample, mirrored(sample.position));
    }
  }

  function end(pointerId: number, action: 'up' | 'cancel', sample?: PointerSample) {
    const finger = fingers.get(pointerId);
    if (finger === undefined) return;
    fingers.delete(pointerId);
    const { position } = sample ?? finger.last;
    emitBoth(action, finger, { position, pressure: 0, buttons: 0 });
  }

  return {
    down(pointerId, tool, sample, frameSize, pinch = false) {
      if (!sample.position.inside) return false;
      end(pointerId, 'cancel');
      const [slot, second] = freeSlots();
      if (slot === undefined) return false;
      const finger: Finger = { slot, tool, mirrorSlot: pinch ? second : undefined, frameSize, last: sample };
      fingers.set(pointerId, finger);
      emitBoth('down', finger, sample);
      return true;
    },
    move(pointerId, sample) {
      const finger = fingers.get(pointerId);
      if (finger === undefined) return;
      const { position } = finger.last;
      const isSame =
        position.x === sample.position.x &&
        position.y === sample.position.y &&
        finger.last.pressure === sample.pressure;
      if (isSame) return;
      finger.last = sample;
      emitBoth('move', finger, sample);
    },
    up: (pointerId, sample) => end(pointerId, 'up', sample),
    cancel: (pointerId) => end(pointerId, 'cancel'),
    cancelAll() {
      for (const pointerId of [...fingers.keys()]) end(pointerId, 'cancel');
    },
    hover(tool, sample, frameSize) {
      if (fingers.size > 0 || !sample.position.inside) return;
      emit(
        'hover',
        0,
        { slot: 0, tool, mirrorSlot: undefined, frameSize, last: sample },
        sample,
        sample.position,
      );
    },
  };
}
