import { Segmented } from '@pocketfleet/ui';
import { LayoutGrid, List, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { DeviceStatus, DeviceView } from './device-view.ts';
import { Filter } from './filter.tsx';

type Props = { view: DeviceView; models: readonly string[]; onChange(change: Partial<DeviceView>): void };

const statusChoices: readonly { value: DeviceStatus; label: string }[] = [
  { value: 'online', label: 'Online' },
  { value: 'offline', label: 'Offline' },
  { value: 'scheduled', label: 'Scheduled' },
];

/** Search, filters and List/Mosaic in one row. "/" puts the cursor into the search. */
export function DeviceToolbar({ view, models, onChange }: Props) {
  const search = useRef<HTMLInputElement>(null);
  // The field keeps its own text: the URL follows a moment later, and fast typing must not be lost.
  const [text, setText] = useState(view.search);
  useEffect(() => {
    if (document.activeElement !== search.current) setText(view.search);
  }, [view.search]);
  const write = (next: string) => {
    setText(next);
    onChange({ search: next });
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : null;
      const isTyping = target?.closest('input, textarea, select, [contenteditable], [role=dialog]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      search.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="pf-input flex h-9 w-full items-center gap-2.5 px-3 sm:w-auto sm:min-w-44 sm:max-w-[300px] sm:flex-1">
        <Search size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-third" />
        <input
          ref={search}
          type="search"
          aria-label="Search tag, model, label"
          placeholder="Search tag, model, label"
          value={text}
          maxLength={100}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && write('')}
          className="h-full min-w-0 flex-1 bg-transparent outline-none [&::-webkit-search-cancel-button]:hidden"
        />
        <kbd
          title="Press / to search"
          className="rounded-key border border-control px-1.5 font-mono text-caption text-third max-sm:hidden"
        >
          /
        </kbd>
      </div>
      <Filter
        label="Status"
        value={view.status}
        options={statusChoices}
        onChange={(value) =>
          onChange({ status: statusChoices.find((each) => each.value === value)?.value ?? null })
        }
      />
      <Filter
        label="Model"
        value={view.model}
        options={models.map((model) => ({ value: model, label: model }))}
        onChange={(model) => onChange({ model })}
      />
      <div className="sm:ml-auto">
        <ViewToggle view={view} onChange={onChange} />
      </div>
    </div>
  );
}

export function ViewToggle({ view, onChange }: Pick<Props, 'view' | 'onChange'>) {
  return (
    <Segmented
      label="View"
      value={view.mode}
      onChange={(mode) => onChange({ mode })}
      options={[
        { value: 'list', label: 'List', icon: <List size={16} strokeWidth={1.75} aria-hidden="true" /> },
        {
          value: 'mosaic',
          label: 'Mosaic',
          icon: <LayoutGrid size={16} strokeWidth={1.75} aria-hidden="true" />,
        },
      ]}
    />
  );
}
