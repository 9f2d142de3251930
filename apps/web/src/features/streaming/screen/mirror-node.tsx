import type { ScreenNode } from '@pocketfleet/contract';
import type { KeyboardEvent, ReactNode } from 'react';
import * as texts from '#language/screen';
import { type Display, placeOf } from './control-frame.tsx';
import { MirrorField } from './mirror-field.tsx';
import { spokenName } from './node-words.ts';

export type MirrorNodeProps = {
  node: ScreenNode;
  display: Display;
  onTap(node: ScreenNode): void;
  onHold(node: ScreenNode): void;
  /** The key Enter, in the field that has the phone's focus. */
  onEnter(): void;
  /** `replace`: instead of what the field holds now. Resolves with whether the phone has taken it. */
  onText(node: ScreenNode, text: string, replace: boolean): Promise<boolean>;
  onSwipe(node: ScreenNode, direction: 'up' | 'down' | 'left' | 'right'): void;
};

/** The mouse goes through to the picture; keyboards and screen readers use these. */
const className =
  'pointer-events-none absolute overflow-hidden bg-transparent text-transparent outline-offset-1 focus:outline-3 focus:outline-lime';

/** A real element of the same role, name, value and state at the same place. */
export function MirrorNode(props: MirrorNodeProps): ReactNode {
  const { node, display, onTap, onHold } = props;
  const style = placeOf(node, display);
  const name = spokenName(node);
  // Covered controls are refused, too.
  const isDisabled = node.states.some((state) => state === 'disabled' || state === 'covered');
  const common = { 'data-ref': node.ref, style, className };
  const press = {
    ...common,
    type: 'button' as const,
    'aria-disabled': isDisabled || undefined,
    onClick: () => onTap(node),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !event.shiftKey) return;
      event.preventDefault();
      onHold(node);
    },
  };
  switch (node.role) {
    case 'field':
      return <MirrorField {...props} key={node.ref} className={className} />;
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
      // An unknown state is not shown as "off".
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
            press.onKeyDown(event);
            if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
            event.preventDefault();
            event.stopPropagation();
            props.onSwipe(node, event.key === 'ArrowLeft' ? 'left' : 'right');
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

/** Where a list goes on, a button brings more of it: the keyboard has no finger to swipe with. */
function MirrorList({ node, display, onSwipe }: MirrorNodeProps) {
  const name = node.label === '' ? texts.theScreen : node.label;
  const { before = false, after = false, axis = 'vertical' } = node.more ?? {};
  // A finger moves what it holds: to the left for what is on the right.
  const [back, on] = axis === 'horizontal' ? (['right', 'left'] as const) : (['down', 'up'] as const);
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
          onClick={() => onSwipe(node, back)}
        >
          {texts.scrollBack(name)}
        </button>
      ) : null}
      {after ? (
        <button
          type="button"
          className="absolute bottom-0 left-0 focus:outline-3 focus:outline-lime"
          onClick={() => onSwipe(node, on)}
        >
          {texts.scrollOn(name)}
        </button>
      ) : null}
    </div>
  );
}
