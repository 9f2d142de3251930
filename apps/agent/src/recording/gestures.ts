// Turns input by hand into actions as a recording tells them: a finger that goes down and up is a tap, a long press or a swipe.
import type { RecordedAction, RecordedWho, ScreenNode, ScreenRect } from '@pocketfleet/contract';
import type { ControlMessage, PicturePoint } from '@pocketfleet/stream-protocol';
import type { WatchedAction } from '../screen/screen-watcher.ts';

const longPressMs = 500;
/** Of the picture's longer side, 0 to 1. */
const swipeShare = 0.03;
/** Text that comes in pieces within this time is one action. */
const sameTextMs = 1_500;
const full = 65_535;

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

/** What the last reading showed. */
export interface Seen {
  readonly display: { readonly width: number; readonly height: number };
  readonly nodes: readonly ScreenNode[];
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
    const target = seen === undefined ? null : targetAt(down.point, seen);
    const base = { type: 'action', at_ms: down.atMs, who: down.who, by: 'hand', ...plain } as const;
    this.#add({ ...base, action: kind, target, detail: kind === 'swipe' ? wayOf(down.point, message) : '' });
  }
}

const plain = { length: null, is_secret: false, done: true, why: null, detail: '' };

function wayOf(from: PicturePoint, to: PicturePoint): string {
  const [x, y] = [to.x - from.x, to.y - from.y];
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? 'right' : 'left';
  return y > 0 ? 'down' : 'up';
}

/** The smallest control at this place; where there is none, the place alone. */
function targetAt(point: PicturePoint, { display, nodes }: Seen): RecordedAction['target'] {
  const x = Math.round((point.x / full) * display.width);
  const y = Math.round((point.y / full) * display.height);
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

export function targetOf(node: ScreenNode | undefined): RecordedAction['target'] {
  if (node === undefined) return null;
  const label = (node.label || node.hint || '').slice(0, 200);
  return { ref: node.ref, role: node.role, label, rect: node.rect };
}

/** The app or key that an action names. */
export function detailOf(action: WatchedAction['action']): string {
  if (action.action === 'press') return action.key;
  if (action.action === 'open_app' || action.action === 'close_app') return action.app;
  if (action.action === 'swipe') return action.direction ?? '';
  return '';
}
