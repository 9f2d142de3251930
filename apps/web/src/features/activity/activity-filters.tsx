import { Button, SelectField, TextField } from '@pocketfleet/ui';
import * as texts from '#language/activity';
import { type ActivityFilters, isFiltered } from './activity-view.ts';
import { useActivityChoices } from './use-activity.ts';

type Props = {
  filters: ActivityFilters;
  onChange(change: Partial<Record<keyof ActivityFilters, string | null>>): void;
};

/** Filters by person or key, kind, phone, and days. All of them are in the address. */
export function ActivityFilterBar({ filters, onChange }: Props) {
  const choices = useActivityChoices().data;
  const who = (choices?.who ?? []).map(({ kind, id, name }) => ({
    value: `${kind}:${id}`,
    label: kind === 'person' ? name : `${texts.kindsOfWho[kind]}: ${name}`,
  }));
  const phones = (choices?.phones ?? []).map(({ id, tag }) => ({ value: id, label: tag }));
  const what = Object.entries(texts.groups).map(([value, label]) => ({ value, label }));
  const choose = (name: keyof ActivityFilters) => (value: string) => onChange({ [name]: value || null });
  return (
    <section
      aria-label={texts.filters}
      className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap [&>*]:min-w-0 sm:[&>*]:w-44"
    >
      <Choice
        label={texts.whoFilter}
        all={texts.everybody}
        value={filters.who}
        options={who}
        onChoose={choose('who')}
      />
      <Choice
        label={texts.whatFilter}
        all={texts.everything}
        value={filters.what}
        options={what}
        onChoose={choose('what')}
      />
      <Choice
        label={texts.phoneFilter}
        all={texts.allPhones}
        value={filters.phone}
        options={phones}
        onChoose={choose('phone')}
      />
      <Day label={texts.fromFilter} value={filters.from} onChoose={choose('from')} />
      <Day label={texts.toFilter} value={filters.to} onChoose={choose('to')} />
      {isFiltered(filters) ? (
        <Button kind="quiet" onClick={() => onChange(noFilters)}>
          {texts.clearFilters}
        </Button>
      ) : null}
    </section>
  );
}

export const noFilters = { who: null, what: null, phone: null, from: null, to: null } as const;

type Option = { value: string; label: string };

/** A value of the address that isn't among the choices (yet) stays chosen, and is shown as it is. */
function Choice(props: {
  label: string;
  all: string;
  value: string | null;
  options: readonly Option[];
  onChoose(value: string): void;
}) {
  const { label, all, value, options, onChoose } = props;
  const isKnown = value === null || options.some((option) => option.value === value);
  return (
    <SelectField
      label={label}
      value={value ?? ''}
      options={[
        { value: '', label: all },
        ...options,
        ...(isKnown ? [] : [{ value, label: value.split(':').at(-1)?.slice(0, 8) ?? value }]),
      ]}
      onChange={(event) => onChoose(event.currentTarget.value)}
    />
  );
}

function Day(props: { label: string; value: string | null; onChoose(value: string): void }) {
  return (
    <TextField
      label={props.label}
      type="date"
      value={props.value ?? ''}
      onChange={(event) => props.onChoose(event.currentTarget.value)}
    />
  );
}
