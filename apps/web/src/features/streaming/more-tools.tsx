// The tools that a phone's window has no room for. A default export, because it is loaded when it is opened.
import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import * as toolTexts from '#language/session-tools';
import type { Tool } from './phone-tools.ts';

type Props = { tools: readonly Tool[]; side: 'top' | 'right'; onClose(): void };

const asManyAsFit = { gridTemplateColumns: 'repeat(auto-fill, minmax(104px, 1fr))' };

/** A popover of the browser, so that it also stands over an element in full screen. Esc and a tap beside it close it. */
export default function MoreTools({ tools, side, onClose }: Props) {
  const popover = useRef<HTMLDivElement>(null);
  useEffect(() => {
    popover.current?.showPopover();
    popover.current?.querySelector<HTMLElement>('button:enabled')?.focus();
  }, []);
  return (
    <div
      ref={popover}
      popover="auto"
      role="dialog"
      aria-label={toolTexts.moreTools}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose();
      }}
      className={clsx(
        'on-ink fixed m-0 max-h-[calc(100dvh-16px)] overflow-y-auto rounded-card border-0 bg-surface p-2 text-main shadow-popover',
        side === 'top'
          ? 'inset-x-2 top-auto bottom-16 w-auto'
          : 'inset-y-2 right-18 left-auto w-[min(420px,70vw)]',
      )}
    >
      <ul style={asManyAsFit} className="grid gap-1">
        {tools.map(({ label, icon: Icon, isOn, isDisabled, run }) => (
          <li key={label}>
            <button
              type="button"
              disabled={isDisabled}
              aria-pressed={isOn}
              onClick={() => {
                popover.current?.hidePopover();
                run();
              }}
              className={clsx(
                'flex h-16 w-full flex-col items-center justify-center gap-1.5 rounded-control px-1 text-center text-caption enabled:hover:bg-segment disabled:opacity-40',
                isOn ? 'text-lime' : 'text-main',
              )}
            >
              <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
              {label}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
