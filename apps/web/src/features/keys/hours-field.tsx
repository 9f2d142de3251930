import { SelectField } from '@pocketfleet/ui';
import * as texts from '#language/keys';

const choices = [1, 2, 4, 8, 12, 16];

/** How many hours a day a key or a program may be used; '' for no limit. */
export function HoursField(props: {
  value: string;
  error?: string | undefined;
  onChange(hours: string): void;
}) {
  return (
    <SelectField
      label={texts.hours}
      hint={texts.hoursHint}
      error={props.error}
      value={props.value}
      options={[
        { value: '', label: texts.noLimit },
        ...choices.map((hours) => ({ value: String(hours), label: texts.hoursADay(hours) })),
      ]}
      onChange={({ target }) => props.onChange(target.value)}
    />
  );
}

export const hoursOf = (chosen: string): number | null => (chosen === '' ? null : Number(chosen));
