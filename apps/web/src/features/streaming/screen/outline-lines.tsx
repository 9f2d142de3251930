import type { ScreenNode } from '@pocketfleet/contract';
import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import * as texts from '#language/screen';
import { nameOf, stateWords } from './node-words.ts';

/** Deeper lines are not indented further, so that their words still fit. */
const maxIndent = 8;

type OutlineLinesProps = {
  label: string;
  nodes: readonly ScreenNode[];
  changed: ReadonlyMap<string, '+' | '~'>;
  /** The control under the mouse, here or on the picture. */
  pointed: string | null;
  chosen: string | null;
  onPoint(ref: string | null): void;
  onChoose(ref: string): void;
};

/** One line for each control. */
export function OutlineLines(props: OutlineLinesProps) {
  const { label, nodes, changed, pointed, chosen, onPoint, onChoose } = props;
  const list = useRef<HTMLUListElement>(null);
  const isOwn = useRef(false);
  useEffect(() => {
    // Only for what is pointed at on the picture: a list that moves under the mouse would point at another line.
    if (pointed === null || isOwn.current) return;
    list.current?.querySelector(`[data-line="${pointed}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [pointed]);
  return (
    <ul
      ref={list}
      aria-label={label}
      onPointerEnter={() => {
        isOwn.current = true;
      }}
      onPointerLeave={() => {
        isOwn.current = false;
        onPoint(null);
      }}
      className="font-mono text-caption"
    >
      {nodes.map((node) => {
        const states = stateWords(node);
        const isLit = pointed === node.ref || (pointed === null && chosen === node.ref);
        const sign = changed.get(node.ref);
        return (
          <li key={node.ref}>
            <button
              type="button"
              data-line={node.ref}
              aria-pressed={chosen === node.ref}
              onPointerEnter={() => onPoint(node.ref)}
              onFocus={() => onPoint(node.ref)}
              onBlur={() => onPoint(null)}
              onClick={() => onChoose(node.ref)}
              style={{ paddingLeft: `${16 + Math.min(node.depth, maxIndent) * 14}px` }}
              className={clsx(
                'flex min-h-6 w-full items-baseline gap-2 border-l-2 pr-4 text-left -outline-offset-2',
                isLit ? 'border-lime bg-hover' : 'border-transparent',
              )}
            >
              <span
                aria-hidden="true"
                className={clsx('w-2 shrink-0', sign === '+' ? 'text-online' : 'text-warning')}
              >
                {sign}
              </span>
              <span className={clsx('min-w-[7ch] shrink-0', isLit ? 'font-medium' : 'text-second')}>
                {node.ref}
              </span>
              <span className="min-w-[8ch] shrink-0 text-second">{node.role}</span>
              <span className="min-w-0 flex-1 truncate">
                {nameOf(node)}
                {node.label !== '' && node.value ? ` = ${node.value}` : ''}
              </span>
              <span className={clsx('shrink-0', sign === '~' ? 'text-warning' : 'text-second')}>
                {states.join(', ')}
                {sign === undefined ? null : (
                  <span className="sr-only"> {sign === '+' ? texts.fresh : texts.changed}</span>
                )}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
