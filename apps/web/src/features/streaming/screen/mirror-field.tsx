// A field of the phone as one of the browser. The phone knows nothing of what is typed until it is sent, by Enter or by leaving the
// field. Shift and Enter begin a new line: whether a field has several, Android doesn't tell. Escape throws the text away. Enter where
// nothing waits to be sent is Enter on the phone, as for "Search".
import type { ScreenNode } from '@pocketfleet/contract';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import * as texts from '#language/screen';
import { type Display, placeOf } from './control-frame.tsx';
import { mirroredField } from './mirrored-field.ts';
import { spokenName } from './node-words.ts';

type Props = {
  node: ScreenNode;
  display: Display;
  className: string;
  onText(node: ScreenNode, text: string, replace: boolean): Promise<boolean>;
  onEnter(): void;
};

export function MirrorField({ node, display, className, onText, onEnter }: Props): ReactNode {
  const [draft, setDraft] = useState<string | null>(null);
  /** Until the phone has it, the field holds what is being sent: text that is typed meanwhile is added to it. */
  const [sending, setSending] = useState<string | null>(null);
  const { isPassword, isDisabled, held: heldByPhone, isReplaced } = mirroredField(node);
  const held = isPassword ? '' : (sending ?? heldByPhone);
  const sendLast = useRef(() => {});
  /** A draft that the phone refused: only its person sends it again. */
  const refused = useRef<string | null>(null);
  const send = () => {
    if (draft !== null && draft !== held) {
      if (isReplaced) setSending(draft);
      const sent = draft;
      void onText(node, sent, isReplaced).then((isTaken) => {
        setSending((now) => (now === sent ? null : now));
        // A text that the phone did not take is not lost: it can be sent again, or thrown away.
        if (isTaken) return;
        refused.current = sent;
        setDraft((now) => now ?? sent);
      });
    }
    sendLast.current = () => {};
    setDraft(null);
  };
  // Typed text is not lost with the field or with the mirror.
  useEffect(() => {
    sendLast.current = draft === refused.current ? () => {} : send;
  });
  useEffect(() => () => sendLast.current(), []);
  const common = {
    'data-ref': node.ref,
    style: { ...placeOf(node, display), resize: 'none' as const },
    className: `${className} focus:bg-[#000] focus:text-[#fff]`,
    'aria-label': spokenName(node),
    'aria-description': isReplaced
      ? isPassword && node.value
        ? texts.holdsHidden
        : undefined
      : texts.holdsMore((node.value ?? '').slice(0, 200)),
    placeholder: node.hint ?? undefined,
    // A password manager must not put the customer's own password into the phone.
    autoComplete: isPassword ? 'new-password' : 'off',
    value: draft ?? held,
    // A disabled field would lose the focus.
    readOnly: isDisabled,
    'aria-disabled': isDisabled || undefined,
    maxLength: 10_000,
    onChange: (event: { target: { value: string } }) => {
      refused.current = null;
      setDraft(event.target.value);
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape' && draft !== null) {
        event.stopPropagation();
        setDraft(null);
        return;
      }
      if (event.key !== 'Enter' || (event.shiftKey && !isPassword)) return;
      event.preventDefault();
      const isSent = (draft === null || draft === held) && sending === null;
      if (isSent && node.states.includes('focused')) onEnter();
      else send();
    },
    onBlur: send,
  };
  return isPassword ? <input {...common} type="password" /> : <textarea {...common} />;
}
