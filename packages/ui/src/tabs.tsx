import { Tabs as RadixTabs } from 'radix-ui';
import type { ReactNode } from 'react';

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
  return (
    <RadixTabs.Root
      value={props.value}
      onValueChange={(chosen) => {
        const tab = props.tabs.find(({ value }) => value === chosen);
        if (tab) props.onChange(tab.value);
      }}
      className="flex h-full min-h-0 flex-col"
    >
      <div className="flex items-center border-hairline border-b pr-2 pl-3">
        <RadixTabs.List aria-label={props.label} className="flex min-w-0 flex-1 overflow-x-auto">
          {props.tabs.map(({ value, label, icon }) => (
            <RadixTabs.Trigger
              key={value}
              value={value}
              onClick={() => props.onEnter?.(value)}
              className="inline-flex h-11 items-center gap-2 whitespace-nowrap border-transparent border-b-2 px-3 font-medium text-second text-small -outline-offset-2 hover:text-main focus-visible:rounded-small data-[state=active]:border-main data-[state=active]:text-main dark:data-[state=active]:border-lime"
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
