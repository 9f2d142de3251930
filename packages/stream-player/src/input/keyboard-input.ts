// Sends the keyboard to the phone. Keys that write text go through a hidden text field, so that layouts, dead keys and input
// methods work as they do in any page, and only finished text is sent. All other keys are sent as Android keys. A chord
// moves the focus out of the phone, so that the keyboard isn't trapped; keys that are still down are released then.
import type { ControlMessage } from '@pocketfleet/stream-protocol';
import { androidKeycode, metaState, writesText } from './android-keys.ts';
import { isExitChord } from './exit-chord.ts';
import { textChunks } from './text-chunks.ts';

export interface KeyboardInputDeps {
  /** The hidden field, which has the focus while the viewer types into the phone. */
  readonly field: HTMLTextAreaElement;
  readonly send: (message: ControlMessage) => void;
  /** Sets the phone's clipboard and pastes it there. */
  readonly paste: (text: string) => void;
  readonly onEntered: () => void;
  readonly onLeft: () => void;
  /** Moves the focus out of the field, because the chord was pressed. */
  readonly leave: () => void;
}

export function listenToKeyboard(deps: KeyboardInputDeps, signal: AbortSignal): void {
  const { field, send } = deps;
  const held = new Map<string, number>();
  const on = <Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
  ) => field.addEventListener(type, listener, { signal });

  const sendText = () => {
    for (const text of textChunks(field.value)) send({ type: 'text', text });
    field.value = '';
  };
  const releaseAll = () => {
    for (const keycode of held.values())
      send({ type: 'key', action: 'up', keycode, repeat: 0, metaState: 0 });
    held.clear();
  };

  on('keydown', (event) => {
    if (isExitChord(event)) {
      event.preventDefault();
      deps.leave();
      return;
    }
    // 229: an input method handles the key and writes text.
    if (event.isComposing || event.keyCode === 229) return;
    const keycode = androidKeycode(event.code);
    if (keycode === undefined || isText(event) || isPasteChord(event)) return;
    event.preventDefault();
    held.set(event.code, keycode);
    send({ type: 'key', action: 'down', keycode, repeat: event.repeat ? 1 : 0, metaState: metaState(event) });
  });
  on('keyup', (event) => {
    const keycode = held.get(event.code);
    if (keycode === undefined) return;
    held.delete(event.code);
    send({ type: 'key', action: 'up', keycode, repeat: 0, metaState: metaState(event) });
  });
  on('input', (event) => {
    if (!(event as InputEvent).isComposing) sendText();
  });
  on('compositionend', sendText);
  on('beforeinput', (event) => {
    // Touch keyboards send these events instead of key events.
    const keycode = touchKeyboardKeys[event.inputType];
    if (keycode === undefined || event.isComposing) return;
    event.preventDefault();
    send({ type: 'key', action: 'down', keycode, repeat: 0, metaState: 0 });
    send({ type: 'key', action: 'up', keycode, repeat: 0, metaState: 0 });
  });
  on('paste', (event) => {
    event.preventDefault();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text !== '') deps.paste(text);
  });
  on('focus', deps.onEntered);
  on('blur', () => {
    sendText();
    releaseAll();
    deps.onLeft();
  });
  signal.addEventListener('abort', releaseAll);
}

const touchKeyboardKeys: { readonly [inputType: string]: number } = {
  insertLineBreak: 66,
  deleteContentBackward: 67,
  deleteContentForward: 112,
};

/** A key that writes text, alone or with Shift or AltGr. With Ctrl, Alt or Meta it is a command to the phone. */
function isText(event: KeyboardEvent): boolean {
  if (event.key === 'Dead') return true;
  if (!writesText(event.code)) return false;
  if (event.getModifierState('AltGraph')) return true;
  return !event.ctrlKey && !event.altKey && !event.metaKey;
}

/** Ctrl+V and Cmd+V: without preventDefault, so that the browser fires its paste event. */
function isPasteChord(event: KeyboardEvent): boolean {
  return event.code === 'KeyV' && (event.ctrlKey || event.metaKey) && !event.altKey;
}
