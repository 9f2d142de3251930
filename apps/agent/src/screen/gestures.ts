// Turns input by hand into actions as a recording holds them: a finger that goes down and up is a tap, a long press or a swipe.
// Where a touch may write a character, only that there was one is told: the places of taps on a keyboard spell a password.
import type {
  ActionResult,
  RecordedAction,
  RecordedWho,
  ScreenNode,
  ScreenRect,
} from '@pocketfleet/contract';
import type { ControlMessage, PicturePoint } from '@pocketfleet/stream-protocol';
import type { WatchedAction } from './screen-watcher.ts';

const longPressMs = 500;
/** Of the picture's longer side, 0 to 1. */
const swipeShare = 0.03;
/** Text that comes in pieces within this time is one action. */
const sameTextMs = 1_500;
const full = 65_535;
/** A key of an app's own keypad: "4", "A", "4 GHI", "0 +". */
const keypadLabel = /^(?:\S|\d[\s,]*(?:\+|[A-Z]{3,4}))$/u;
/** Ctrl, Alt or Meta: with one of these a key writes nothing. */
const commandStates = 0x1000 | 0x02 | 0x1_0000;

const keyNames: Readonly<Record<number, string>> = {
  3: 'home',
  4: 'back',
  24: 'volume_up',
  25: 'volume_down',
  26: 'power',
  61: 'tab',
  66: 'enter',
  67: 'delete',
  82: 'menu',
  111: 'escape',
  187: 'recents',
};

/** The screen at the last reading. */
export interface Seen {
  readonly display: { readonly width: number; readonly height: number };
  readonly nodes: readonly ScreenNode[];
  readonly keyboard: { readonly top: number } | null;
  readonly hasHiddenField: boolean;
  readonly isLocked: boolean | undefined;
}

type Down = { readonly atMs: number; readonly point: PicturePoint; readonly who: RecordedWho };

export class Gestures {
  readonly #fingers = new Map<number, Down>();
  #text: { atMs: number; action: RecordedAction } | undefined;
  readonly #add: (action: RecordedAction) => void;

  constructor(add: (action: RecordedAction) => void) {
    this.#add = add;
  }

  take(message: ControlMessage, who: RecordedWho, atMs: number, seen: Seen | undefined): void {
    if (message.type === 'text') {
      this.#addText([...message.text].length, who, atMs);
      return;
    }
    if (message.type === 'key' && writesCharacter(message)) {
      if (message.action === 'down') this.#addText(1, who, atMs);
      return;
    }
    this.flush();
    const base = { type: 'action', at_ms: atMs, who, by: 'hand', target: null, ...plain } as const;
    if (message.type === 'touch') this.#touch(message, who, atMs, seen);
    else if (message.type === 'key' && message.action === 'down' && message.repeat === 0) {
      this.#add({ ...base, action: 'press', detail: keyNames[message.keycode] ?? `key ${message.keycode}` });
    } else if (message.type === 'back_or_screen_on' && message.action === 'down') {
      this.#add({ ...base, action: 'press', detail: 'back' });
    } else if (message.type === 'set_clipboard' && message.paste) {
      this.#add({ ...base, action: 'type', detail: 'pasted', length: [...message.text].length });
    } else if (message.type === 'start_app') {
      this.#add({ ...base, action: 'open_app', detail: message.name });
    }
  }

  /** Text that was typed and waits for more of it. */
  flush(): void {
    if (this.#text !== undefined) this.#add(this.#text.action);
    this.#text = undefined;
  }

  /** Text after which nothing has come for so long that it is whole. */
  check(nowMs: number): void {
    if (this.#text !== undefined && nowMs - this.#text.atMs >= sameTextMs) this.flush();
  }

  #addText(length: number, who: RecordedWho, atMs: number): void {
    const last = this.#text;
    if (last !== undefined && atMs - last.atMs < sameTextMs && last.action.who?.id === who?.id) {
      this.#text = { atMs, action: { ...last.action, length: (last.action.length ?? 0) + length } };
      return;
    }
    this.flush();
    const action = { type: 'action', at_ms: atMs, who, by: 'hand', target: null, ...plain } as const;
    this.#text = { atMs, action: { ...action, action: 'type', detail: '', length } };
  }

  #touch(
    message: Extract<ControlMessage, { type: 'touch' }>,
    who: RecordedWho,
    atMs: number,
    seen: Seen | undefined,
  ): void {
    const { pointer, action } = message;
    if (action === 'down') {
      this.#fingers.set(pointer, { atMs, point: message, who });
      return;
    }
    const down = this.#fingers.get(pointer);
    if (action === 'cancel') this.#fingers.delete(pointer);
    if (action !== 'up' || down === undefined) return;
    this.#fingers.delete(pointer);
    const moved = Math.hypot(message.x - down.point.x, message.y - down.point.y) / full;
    const isLong = atMs - down.atMs >= longPressMs;
    const kind = moved > swipeShare ? 'swipe' : isLong ? 'long_press' : 'tap';
    const base = { type: 'action', at_ms: down.atMs, who: down.who, by: 'hand', ...plain } as const;
    if (seen !== undefined && mayWrite(down.point, seen)) {
      this.#add({ ...base, action: kind, target: null });
      return;
    }
    const target = seen === undefined ? null : targetAt(down.point, seen);
    this.#add({ ...base, action: kind, target, detail: kind === 'swipe' ? wayOf(down.point, message) : '' });
  }
}

const plain = { length: null, is_secret: false, done: true, why: null, detail: '' };

function wayOf(from: PicturePoint, to: PicturePoint): string {
  const [x, y] = [to.x - from.x, to.y - from.y];
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? 'right' : 'left';
  return y > 0 ? 'down' : 'up';
}

/** Letters and digits of Android's keys, and those of the number pad. */
function writesCharacter({ keycode, metaState }: Extract<ControlMessage, { type: 'key' }>): boolean {
  const isCharacter =
    (keycode >= 7 && keycode <= 18) || (keycode >= 29 && keycode <= 56) || (keycode >= 144 && keycode <= 153);
  return isCharacter && (metaState & commandStates) === 0;
}

/** On the phone's keyboard, at the lock screen, on a keypad, or wherever else a password is asked for. */
function mayWrite(point: PicturePoint, seen: Seen): boolean {
  if (seen.hasHiddenField || seen.isLocked === true) return true;
  const { x, y } = placeOf(point, seen);
  if (seen.keyboard !== null && y >= seen.keyboard.top) return true;
  const node = nodeAt(seen.nodes, x, y);
  return node !== undefined && keypadLabel.test((node.label || node.hint || '').trim());
}

function placeOf(point: PicturePoint, { display }: Seen): { x: number; y: number } {
  const x = Math.round((point.x / full) * display.width);
  return { x, y: Math.round((point.y / full) * display.height) };
}

/** The smallest control at this place; where there is none, the place alone. */
function targetAt(point: PicturePoint, seen: Seen): RecordedAction['target'] {
  const { nodes } = seen;
  const { x, y } = placeOf(point, seen);
  return (
    targetOf(nodeAt(nodes, x, y)) ?? { ref: '', role: '', label: '', rect: { x, y, width: 0, height: 0 } }
  );
}

export function nodeAt(nodes: readonly ScreenNode[], x: number, y: number): ScreenNode | undefined {
  const holds = ({ rect }: ScreenNode): boolean =>
    x >= rect.x && y >= rect.y && x < rect.x + rect.width && y < rect.y + rect.height;
  const size = ({ width, height }: ScreenRect): number => width * height;
  return nodes.filter(holds).sort((a, b) => size(a.rect) - size(b.rect))[0];
}

function targetOf(node: ScreenNode | undefined): RecordedAction['target'] {
  if (node === undefined) return null;
  const label = (node.label || node.hint || '').slice(0, 200);
  return { ref: node.ref, role: node.role, label, rect: node.rect };
}

/** The app or key that an action names. */
function detailOf(action: WatchedAction['action']): string {
  if (action.action === 'press') return action.key;
  if (action.action === 'open_app' || action.action === 'close_app') return action.app;
  if (action.action === 'swipe') return action.direction ?? '';
  return '';
}

/** An action by a call, as a recording tells it: without its text, and of a secret only the name. */
export function actionByCall(
  { action, who, secretName }: WatchedAction,
  { done, why, confirmed }: ActionResult,
  { at_ms, node }: { at_ms: number; node: ScreenNode | undefined },
): RecordedAction {
  const isSecret = secretName !== undefined;
  return {
    type: 'action',
    at_ms,
    who,
    by: 'call',
    action: action.action,
    target: targetOf(node),
    detail: secretName ?? detailOf(action),
    length: action.action === 'type' && !isSecret ? [...action.text].length : null,
    is_secret: isSecret,
    done,
    why,
    confirmed,
  };
}
