// Encodes our control messages as scrcpy 3.3.3's bytes, for the encoder's current video size. scrcpy drops a position of
// any other size, even the end of a gesture (scrcpy issue 4925). So gestures are tracked here, and ended when the size
// changes or the viewer leaves.
import { type ControlMessage, keyActions, type PicturePoint } from '@pocketfleet/stream-protocol';
import { ScrcpyControlMessageSerializer, ScrcpyOptions3_3_3 } from '@yume-chan/scrcpy';

const serializer = new ScrcpyControlMessageSerializer(new ScrcpyOptions3_3_3({}));
const actions = { down: 0, up: 1, move: 2, cancel: 3, hover: 7 } as const;
const mousePointer = -1n;
const primaryButton = 1;
const copyKeyNumbers = { none: 0, copy: 1, cut: 2 } as const;

interface Gesture {
  readonly id: bigint;
  readonly actionButton: number;
  /** Whose finger it is. */
  owner: object | undefined;
  x: number;
  y: number;
}

export const resetVideoMessage: Uint8Array = serializer.resetVideo();

export class ControlWriter {
  #width = 0;
  #height = 0;
  readonly #gestures = new Map<number, Gesture>();

  /** Sets the video size. Returns the messages that end the gestures which began at the old size. */
  setSize(width: number, height: number): Uint8Array[] {
    if (width === this.#width && height === this.#height) return [];
    this.#width = width;
    this.#height = height;
    return this.cancelGestures();
  }

  /** Cancels each touch, or each of one owner: CANCEL is for Android, UP for scrcpy, which would keep the cancelled pointer. */
  cancelGestures(owner?: object): Uint8Array[] {
    const messages: Uint8Array[] = [];
    for (const [pointer, gesture] of this.#gestures) {
      if (owner !== undefined && gesture.owner !== owner) continue;
      messages.push(this.#touch(actions.cancel, gesture, 0, 0), this.#touch(actions.up, gesture, 0, 0));
      this.#gestures.delete(pointer);
    }
    return messages;
  }

  /** Returns scrcpy's messages; none for a position that was seen on another shape of video. */
  write(message: ControlMessage, owner?: object): readonly Uint8Array[] {
    switch (message.type) {
      case 'touch':
        return this.#writeTouch(message, owner);
      case 'scroll': {
        const point = this.#pointOf(message);
        if (!point) return [];
        return toMessages(
          serializer.injectScroll({
            ...point,
            scrollX: Math.max(-16, Math.min(16, message.horizontal)),
            scrollY: Math.max(-16, Math.min(16, message.vertical)),
            buttons: 0,
          }),
        );
      }
      case 'key':
        return [
          serializer.injectKeyCode({
            action: keyActions[message.action],
            keyCode: message.keycode as Parameters<typeof serializer.injectKeyCode>[0]['keyCode'],
            repeat: message.repeat,
            metaState: message.metaState as Parameters<typeof serializer.injectKeyCode>[0]['metaState'],
          }),
        ];
      case 'text':
        return [isInjectable(message.text) ? serializer.injectText(message.text) : pasteText(message.text)];
      case 'back_or_screen_on':
        return toMessages(serializer.backOrScreenOn(keyActions[message.action]));
      case 'expand_notifications':
        return [serializer.expandNotificationPanel()];
      case 'expand_settings':
        return [serializer.expandSettingPanel()];
      case 'collapse_panels':
        return [serializer.collapseNotificationPanel()];
      case 'get_clipboard':
        // Message 8; Tango has no serializer for it.
        return [Uint8Array.of(8, copyKeyNumbers[message.copyKey])];
      case 'set_clipboard':
        return [setClipboard(message)];
      case 'display_power':
        return [Uint8Array.of(10, message.on ? 1 : 0)];
      case 'rotate':
        return [serializer.rotateDevice()];
      case 'start_app':
        return [serializer.startApp(message.name)];
      case 'cancel_gestures':
        return this.cancelGestures(owner);
    }
  }

  #writeTouch(message: ControlMessage & { type: 'touch' }, owner: object | undefined): readonly Uint8Array[] {
    const begun = this.#gestures.get(message.pointer);
    const point = this.#pointOf(message);
    if (message.action === 'down') {
      if (!point) return [];
      const before = begun ? [this.#touch(actions.up, begun, 0, 0)] : [];
      // Android gets the primary mouse button as a finger. Other buttons need a mouse pointer.
      const isMouse = message.tool === 'mouse' && (message.buttons & ~primaryButton) !== 0;
      const gesture: Gesture = {
        id: isMouse ? mousePointer : BigInt(message.pointer),
        actionButton: isMouse ? message.buttons : 0,
        owner,
        x: point.pointerX,
        y: point.pointerY,
      };
      this.#gestures.set(message.pointer, gesture);
      return [...before, this.#touch(actions.down, gesture, message.pressure, message.buttons)];
    }
    if (message.action === 'hover') {
      if (!point || begun) return [];
      const hover = { id: mousePointer, actionButton: 0, owner, x: point.pointerX, y: point.pointerY };
      return [this.#touch(actions.hover, hover, 0, 0)];
    }
    if (!begun) return [];
    // It may go on by the next channel of the same relay.
    begun.owner = owner;
    if (point) {
      begun.x = point.pointerX;
      begun.y = point.pointerY;
    }
    if (message.action === 'move') {
      return point ? [this.#touch(actions.move, begun, message.pressure, message.buttons)] : [];
    }
    this.#gestures.delete(message.pointer);
    const end = this.#touch(actions.up, begun, 0, 0);
    return message.action === 'cancel' ? [this.#touch(actions.cancel, begun, 0, 0), end] : [end];
  }

  #touch(action: 0 | 1 | 2 | 3 | 7, gesture: Gesture, pressure: number, buttons: number): Uint8Array {
    const isMouse = gesture.id === mousePointer;
    const bytes = serializer.injectTouch({
      action,
      pointerId: gesture.id,
      pointerX: gesture.x,
      pointerY: gesture.y,
      videoWidth: this.#width,
      videoHeight: this.#height,
      pressure: pressure / 65535,
      actionButton: isMouse && action <= 1 ? gesture.actionButton : 0,
      buttons: isMouse ? buttons : 0,
    });
    // The serializer returns a view of a buffer that it reuses.
    return bytes.slice();
  }

  /** Undefined when the viewer saw video of another shape: the position would mean another place. */
  #pointOf(
    point: PicturePoint,
  ): { pointerX: number; pointerY: number; videoWidth: number; videoHeight: number } | undefined {
    if (this.#width === 0) return undefined;
    const seen = point.pictureWidth / point.pictureHeight;
    const now = this.#width / this.#height;
    if (Math.abs(seen / now - 1) > 0.05) return undefined;
    return {
      pointerX: Math.min(this.#width - 1, Math.floor((point.x * this.#width) / 65536)),
      pointerY: Math.min(this.#height - 1, Math.floor((point.y * this.#height) / 65536)),
      videoWidth: this.#width,
      videoHeight: this.#height,
    };
  }
}

/** Android's virtual key map has key events for ASCII only; scrcpy silently drops every other character. */
function isInjectable(text: string): boolean {
  return /^[\x20-\x7e\n\t]*$/.test(text);
}

/** With sequence 0 scrcpy sends no acknowledgement: no viewer has set this clipboard. */
function pasteText(text: string): Uint8Array {
  return setClipboard({ type: 'set_clipboard', sequence: 0, paste: true, text });
}

function toMessages(bytes: Uint8Array | undefined): Uint8Array[] {
  return bytes === undefined ? [] : [bytes.slice()];
}

function setClipboard(message: ControlMessage & { type: 'set_clipboard' }): Uint8Array {
  const result = serializer.setClipboard({
    sequence: BigInt(message.sequence),
    paste: message.paste,
    content: message.text,
  });
  return Array.isArray(result) ? result[0] : result;
}
