// Pointers to touches: which pointer is which finger, the Ctrl-drag pinch, and that every finger that went down
// comes up again. Pure: it knows no DOM; pointer-input.ts feeds it.
import type { ControlMessage, Tool, TouchAction } from '@pocketfleet/stream-protocol';
import { mirrored, type PlaceOnPicture, type Size } from './coordinates.ts';

/** Android counts ten fingers, and so does the protocol. */
const maxFingers = 10;

export interface PointerSample {
  readonly place: PlaceOnPicture;
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
  /** The picture that the gesture began on: its end is told for the same one. */
  readonly picture: Size;
  last: PointerSample;
}

export interface Gestures {
  /** False when the pointer is not taken: outside the picture, or the eleventh finger. */
  down(pointerId: number, tool: Tool, sample: PointerSample, picture: Size, pinch?: boolean): boolean;
  move(pointerId: number, sample: PointerSample): void;
  up(pointerId: number, sample?: PointerSample): void;
  cancel(pointerId: number): void;
  cancelAll(): void;
  hover(tool: Tool, sample: PointerSample, picture: Size): void;
  isActive(): boolean;
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
    place: PlaceOnPicture,
  ) {
    send({
      type: 'touch',
      action,
      pointer: slot,
      tool: finger.tool,
      buttons: sample.buttons,
      pressure: Math.round(Math.max(0, Math.min(1, sample.pressure)) * 65535),
      x: place.x,
      y: place.y,
      pictureWidth: finger.picture.width,
      pictureHeight: finger.picture.height,
    });
  }

  function emitBoth(action: TouchAction, finger: Finger, sample: PointerSample) {
    emit(action, finger.slot, finger, sample, sample.place);
    if (finger.mirrorSlot !== undefined) {
      emit(action, finger.mirrorSlot, finger, sample, mirrored(sample.place));
    }
  }

  function end(pointerId: number, action: 'up' | 'cancel', sample?: PointerSample) {
    const finger = fingers.get(pointerId);
    if (finger === undefined) return;
    fingers.delete(pointerId);
    const { place } = sample ?? finger.last;
    emitBoth(action, finger, { place, pressure: 0, buttons: 0 });
  }

  return {
    down(pointerId, tool, sample, picture, pinch = false) {
      if (!sample.place.inside) return false;
      end(pointerId, 'cancel');
      const [slot, second] = freeSlots();
      if (slot === undefined) return false;
      const finger: Finger = { slot, tool, mirrorSlot: pinch ? second : undefined, picture, last: sample };
      fingers.set(pointerId, finger);
      emitBoth('down', finger, sample);
      return true;
    },
    move(pointerId, sample) {
      const finger = fingers.get(pointerId);
      if (finger === undefined) return;
      const { place } = finger.last;
      const isSame =
        place.x === sample.place.x && place.y === sample.place.y && finger.last.pressure === sample.pressure;
      if (isSame) return;
      finger.last = sample;
      emitBoth('move', finger, sample);
    },
    up: (pointerId, sample) => end(pointerId, 'up', sample),
    cancel: (pointerId) => end(pointerId, 'cancel'),
    cancelAll() {
      for (const pointerId of [...fingers.keys()]) end(pointerId, 'cancel');
    },
    hover(tool, sample, picture) {
      if (fingers.size > 0 || !sample.place.inside) return;
      emit('hover', 0, { slot: 0, tool, mirrorSlot: undefined, picture, last: sample }, sample, sample.place);
    },
    isActive: () => fingers.size > 0,
  };
}
