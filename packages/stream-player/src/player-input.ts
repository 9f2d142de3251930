// Joins pointer, keyboard and sound to the elements of a player.
import type { ControlMessage } from '@pocketfleet/stream-protocol';
import type { Stage } from './draw/stage.ts';
import type { Size } from './input/coordinates.ts';
import { listenToKeyboard } from './input/keyboard-input.ts';
import { listenToPointers } from './input/pointer-input.ts';
import type { Player } from './player-api.ts';
import type { Emitter } from './player-events.ts';
import type { PhoneSound } from './sound/phone-sound.ts';

interface InputTargets {
  readonly player: Pick<Player, 'setClipboard' | 'enterKeyboard' | 'leaveKeyboard'> & {
    send(message: ControlMessage): void;
  };
  readonly emitter: Pick<Emitter, 'emit'>;
  readonly sound: PhoneSound;
  readonly frameSize: () => Size | undefined;
}

/** Listens until `signal` aborts. */
export function connectInput(
  { stage, field, onEnter }: Stage,
  targets: InputTargets,
  signal: AbortSignal,
): void {
  const { player, emitter, sound, frameSize } = targets;
  const send = (message: ControlMessage) => player.send(message);
  // The field is empty unless an input method composes text in it. Other fields, such as those of the screen's controls,
  // send their text when they lose the focus.
  const mayMoveFocus = () => field.value !== '' || isInOtherField(field);
  listenToPointers({ target: stage, frameSize, send, mayMoveFocus }, signal);
  listenToKeyboard(
    {
      field,
      send,
      paste: (text) => player.setClipboard(text, { paste: true }),
      onEntered: () => emitter.emit('keyboard', true),
      onLeft: () => emitter.emit('keyboard', false),
      leave: player.leaveKeyboard,
    },
    signal,
  );
  onEnter(player.enterKeyboard, signal);
  // A browser without a sound device refuses. The event `muted` reports it.
  stage.addEventListener('pointerdown', () => void sound.resume().catch(() => undefined), { signal });
}

/** True when the viewer writes into an element of the page that is not the player's own field. */
function isInOtherField(field: HTMLTextAreaElement): boolean {
  const { activeElement } = field.ownerDocument;
  if (!(activeElement instanceof HTMLElement) || activeElement === field) return false;
  return activeElement.isContentEditable || activeElement.matches('input, textarea');
}
