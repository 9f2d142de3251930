import { SelectField } from '@pocketfleet/ui';
import clsx from 'clsx';
import * as texts from '#language/keys';

const hourChoices = [1, 2, 4, 8, 12, 16];
const actionChoices = [10, 30, 60, 120];

/** '' for no limit. */
type Limits = { hours: string; actions: string };

/** How many hours a day, and how many actions a minute, a key or a program may be used. `actions`: null where they can't be chosen. */
export function LimitFields({
  hours,
  actions,
  errors = {},
  onChange,
}: Pick<Limits, 'hours'> & {
  actions: string | null;
  errors?: { [Limit in keyof Limits]?: string | undefined };
  onChange(changed: Partial<Limits>): void;
}) {
  return (
    <div className={clsx('grid items-start gap-4', actions !== null && 'sm:grid-cols-2')}>
      <SelectField
        label={texts.hours}
        hint={texts.hoursHint}
        error={errors.hours}
        value={hours}
        options={optionsOf(hourChoices, hours, texts.hoursADay)}
        onChange={({ target }) => onChange({ hours: target.value })}
      />
      {actions === null ? null : (
        <SelectField
          label={texts.actionsEachMinute}
          hint={texts.actionsHint}
          error={errors.actions}
          value={actions}
          options={optionsOf(actionChoices, actions, texts.actionsAMinute)}
          onChange={({ target }) => onChange({ actions: target.value })}
        />
      )}
    </div>
  );
}

/** With what was chosen by a call, too. */
function optionsOf(choices: readonly number[], chosen: string, label: (count: number) => string) {
  const all = new Set(chosen === '' ? choices : [...choices, Number(chosen)]);
  return [
    { value: '', label: texts.noLimit },
    ...[...all].toSorted((a, b) => a - b).map((count) => ({ value: String(count), label: label(count) })),
  ];
}
