import clsx from 'clsx';
import { Tabs as RadixTabs } from 'radix-ui';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

export type Tab<Value extends string> = {
  value: Value;
  label: string;
  icon?: ReactNode;
  content: ReactNode;
};

/** A row of tabs over the chosen one's content; `end` stands at the row's end. Arrow keys move between tabs. */
export function Tabs<Value extends string>(props: {
  label: string;
  value: Value;
  tabs: readonly Tab<Value>[];
  end?: ReactNode;
  onChange(value: Value): void;
  /** A tab was clicked, or Enter pressed on it: more than passing it with the arrow keys. */
  onEnter?(value: Value): void;
}) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab may be one that the row has scrolled away.
  useLayoutEffect(() => showChosen(list.current), [props.value]);
  useEffect(() => fadeWhereMoreFollows(list.current), []);
  return (
    <RadixTabs.Root
      value={props.value}
      onValueChange={(chosen) => {
        const tab = props.tabs.find(({ value }) => value === chosen);
        if (tab) props.onChange(tab.value);
      }}
      className="flex h-full min-h-0 flex-col"
    >
      <div className={clsx('flex items-center border-hairline border-b', props.end && 'px-2')}>
        <RadixTabs.List
          ref={list}
          aria-label={props.label}
          className="relative flex min-w-0 flex-1 overflow-x-auto"
        >
          {props.tabs.map(({ value, label, icon }) => (
            <RadixTabs.Trigger
              key={value}
              value={value}
              onClick={() => props.onEnter?.(value)}
              className={clsx(
                'inline-flex h-11 items-center gap-2 whitespace-nowrap border-transparent border-b-2 font-medium text-second text-small -outline-offset-2 hover:text-main focus-visible:rounded-small data-[state=active]:border-main data-[state=active]:text-main dark:data-[state=active]:border-lime',
                // In a panel, which has a button at the row's end, all of them have room beside each other.
                props.end ? 'px-1.5' : 'px-3',
              )}
            >
              {icon}
              {label}
            </RadixTabs.Trigger>
          ))}
        </RadixTabs.List>
        {props.end}
      </div>
      {/* A tab stays mounted while another one is shown, so its work continues. */}
      {props.tabs.map(({ value, content }) => (
        <RadixTabs.Content
          key={value}
          value={value}
          forceMount
          className="min-h-0 flex-1 -outline-offset-2 data-[state=inactive]:hidden"
        >
          {content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}

const fadePx = 40;

/** A row that can be scrolled on fades out at its end: whole words at the edge would look like all of them. */
function fadeWhereMoreFollows(list: HTMLDivElement | null): (() => void) | undefined {
  if (!list) return;
  const fade = () => {
    const hasMore = list.scrollLeft + list.clientWidth < list.scrollWidth - 1;
    list.style.maskImage = hasMore
      ? `linear-gradient(90deg, #000 calc(100% - ${fadePx}px), transparent)`
      : '';
  };
  const observer = new ResizeObserver(() => {
    showChosen(list);
    fade();
  });
  observer.observe(list);
  list.addEventListener('scroll', fade, { passive: true });
  return () => {
    observer.disconnect();
    list.removeEventListener('scroll', fade);
  };
}

/** Scrolls the row alone: scrollIntoView would move the page, too. */
function showChosen(list: HTMLElement | null): void {
  const chosen = list?.querySelector<HTMLElement>('[data-state=active]');
  if (!list || !chosen) return;
  const { offsetLeft, offsetWidth } = chosen;
  const hiddenAfter = offsetLeft + offsetWidth - list.clientWidth;
  list.scrollLeft = Math.min(Math.max(list.scrollLeft, hiddenAfter + fadePx), offsetLeft);
}
