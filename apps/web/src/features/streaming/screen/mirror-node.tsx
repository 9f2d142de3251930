import type { ScreenNode } from '@pocketfleet/contract';
import { type ReactNode, useState } from 'react';
import * as texts from '#language/screen';
import { type Display, placeOf } from './control-frame.tsx';
import { spokenName } from './node-words.ts';

export type MirrorNodeProps = {
  node: ScreenNode;
  display: Display;
  onTap(node: ScreenNode): void;
  onText(node: ScreenNode, text: string): void;
  onScroll(node: ScreenNode, direction: 'up' | 'down'): void;
  onSlide(node: ScreenNode, direction: 'left' | 'right'): void;
};

/** The mouse goes through to the picture; keyboards and screen readers use these. */
const className =
  'pointer-events-none absolute overflow-hidden bg-transparent text-transparent outline-offset-1 focus:outline-3 focus:outline-lime';

/** A real element of the same role, name, value and state at the same place. */
export function MirrorNode(props: MirrorNodeProps): ReactNode {
  const { node, display, onTap } = props;
  const style = placeOf(node, display);
  const name = spokenName(node);
  const isDisabled = node.states.includes('disabled');
  const common = { 'data-ref': node.ref, style, className };
  const press = {
    ...common,
    type: 'button' as const,
    'aria-disabled': isDisabled || undefined,
    onClick: () => onTap(node),
  };
  switch (node.role) {
    case 'field':
      return <MirrorField {...props} key={node.ref} />;
    case 'text':
    case 'progress':
    case 'group':
    case 'page':
      return (
        <p {...common} tabIndex={-1}>
          {node.label !== '' && node.value ? `${node.label}, ${node.value}` : name}
        </p>
      );
    case 'list':
      return <MirrorList {...props} />;
    case 'picture':
      return <div {...common} role="img" aria-label={name} tabIndex={-1} />;
    case 'switch':
    case 'checkbox':
    case 'radio': {
      // What nobody knows is not told as "off".
      const isKnown = !node.states.includes('unknown');
      if (!isKnown)
        return <button {...press}>{`${name}, ${texts.roles[node.role]}, ${texts.states.unknown}`}</button>;
      const isOn = node.states.includes('checked');
      return (
        <button {...press} {...{ role: node.role, 'aria-checked': isOn }}>
          {name}
        </button>
      );
    }
    case 'slider':
      return (
        <button
          {...press}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
            event.preventDefault();
            event.stopPropagation();
            props.onSlide(node, event.key === 'ArrowLeft' ? 'left' : 'right');
          }}
        >
          {`${name}, ${texts.roles.slider}${node.value ? `, ${node.value}` : ''}`}
        </button>
      );
    default: {
      const isCurrent = node.states.includes('selected');
      return (
        <button
          {...press}
          aria-haspopup={node.role === 'dropdown' ? 'menu' : undefined}
          aria-current={isCurrent || undefined}
        >
          {node.value && node.label !== '' ? `${name}, ${node.value}` : name}
        </button>
      );
    }
  }
}

/** Enter, or leaving it, sends what was typed; until then the phone knows nothing of it, and Escape throws it away. */
function MirrorField({ node, display, onText }: MirrorNodeProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const held = node.value ?? '';
  const isPassword = node.states.includes('password') || held === '(hidden)';
  const isDisabled = node.states.includes('disabled');
  const send = () => {
    if (draft !== null && draft !== held) onText(node, draft);
    setDraft(null);
  };
  return (
    <input
      data-ref={node.ref}
      style={placeOf(node, display)}
      className={`${className} focus:bg-[#000] focus:text-[#fff]`}
      type={isPassword ? 'password' : 'text'}
      aria-label={spokenName(node)}
      placeholder={node.hint ?? undefined}
      autoComplete="off"
      value={draft ?? (isPassword ? '' : held)}
      // A disabled field would lose the focus.
      readOnly={isDisabled}
      aria-disabled={isDisabled || undefined}
      maxLength={10_000}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && draft !== null) {
          event.stopPropagation();
          setDraft(null);
          return;
        }
        if (event.key !== 'Enter') return;
        event.preventDefault();
        send();
      }}
      onBlur={send}
    />
  );
}

/** Where a list goes on, a button brings more of it: the keyboard has no finger to swipe with. */
function MirrorList({ node, display, onScroll }: MirrorNodeProps) {
  const name = node.label === '' ? texts.theScreen : node.label;
  const { before = false, after = false } = node.more ?? {};
  return (
    <div
      data-ref={node.ref}
      style={placeOf(node, display)}
      className="pointer-events-none absolute overflow-hidden text-transparent"
    >
      {before ? (
        <button
          type="button"
          className="absolute top-0 left-0 focus:outline-3 focus:outline-lime"
          onClick={() => onScroll(node, 'down')}
        >
          {texts.scrollBack(name)}
        </button>
      ) : null}
      {after ? (
        <button
          type="button"
          className="absolute bottom-0 left-0 focus:outline-3 focus:outline-lime"
          onClick={() => onScroll(node, 'up')}
        >
          {texts.scrollOn(name)}
        </button>
      ) : null}
    </div>
  );
}
