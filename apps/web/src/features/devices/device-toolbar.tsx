import { SearchField, Segmented } from '@pocketfleet/ui';
import { LayoutGrid, List } from 'lucide-react';
import * as texts from '#language/devices';
import type { DeviceStatus, DeviceView } from './device-view.ts';
import { Filter } from './filter.tsx';

type Props = {
  view: DeviceView;
  models: readonly string[];
  labels: readonly string[];
  onChange(change: Partial<DeviceView>): void;
};

const statusChoices: readonly { value: DeviceStatus; label: string }[] = [
  { value: 'online', label: texts.online },
  { value: 'offline', label: texts.offline },
  { value: 'scheduled', label: texts.scheduledLabel },
];

/** Search, filters and List/Mosaic in one row. */
export function DeviceToolbar({ view, onChange, ...choices }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <DeviceFilters view={view} {...choices} onChange={onChange} />
      <div className="sm:ml-auto">
        <ViewToggle view={view} onChange={onChange} />
      </div>
    </div>
  );
}

/** Search and filters, for list and mosaic. */
export function DeviceFilters({ view, models, labels, onChange }: Props) {
  return (
    <>
      <SearchField
        label={texts.searchTagModelLabel}
        value={view.search}
        onChange={(search) => onChange({ search })}
        className="w-full sm:w-auto sm:min-w-44 sm:max-w-[18.75rem] sm:flex-1"
      />
      <Filter
        label={texts.status}
        value={view.status}
        options={statusChoices}
        onChange={(value) =>
          onChange({ status: statusChoices.find((each) => each.value === value)?.value ?? null })
        }
      />
      <Filter
        label={texts.model}
        value={view.model}
        options={models.map((model) => ({ value: model, label: model }))}
        onChange={(model) => onChange({ model })}
      />
      {labels.length === 0 && view.label === null ? null : (
        <Filter
          label={texts.labelLabel}
          value={view.label}
          options={labels.map((label) => ({ value: label, label }))}
          onChange={(label) => onChange({ label })}
        />
      )}
    </>
  );
}

export function ViewToggle({ view, onChange }: Pick<Props, 'view' | 'onChange'>) {
  return (
    <Segmented
      label={texts.view}
      value={view.mode}
      onChange={(mode) => onChange({ mode })}
      options={[
        { value: 'list', label: texts.list, icon: <List size={16} /> },
        {
          value: 'mosaic',
          label: texts.mosaic,
          icon: <LayoutGrid size={16} />,
        },
      ]}
    />
  );
}
