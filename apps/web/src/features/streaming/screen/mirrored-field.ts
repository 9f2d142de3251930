// Pure: how a field of the phone is shown as one of the browser, and what sending its text does.
import type { ActionResult, ScreenNode } from '@pocketfleet/contract';

export interface MirroredField {
  readonly isPassword: boolean;
  readonly isDisabled: boolean;
  /** The text at the beginning. */
  readonly held: string;
  /** Whether the text that is sent replaces what the phone's field holds. A text of which a part is missing here must not. */
  readonly isReplaced: boolean;
}

export function mirroredField(node: ScreenNode): MirroredField {
  const value = node.value ?? '';
  const isPassword = node.states.includes('password') || value === '(hidden)';
  const isPartial = node.value_is_partial === true && !isPassword;
  return {
    isPassword,
    isDisabled: node.states.includes('disabled'),
    held: isPassword || isPartial ? '' : value,
    isReplaced: !isPartial,
  };
}

/** Whether the phone has surely not taken the text, so that it can be sent again. */
export function wasRefused({ done, why }: Pick<ActionResult, 'done' | 'why'>): boolean {
  return why === 'moved' || (!done && why !== 'unknown');
}
