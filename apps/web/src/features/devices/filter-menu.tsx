import { Menu, MenuRadioGroup, MenuRadioItem } from '@pocketfleet/ui';
import type { ReactElement } from 'react';
import * as texts from '#language/devices';

export type FilterProps = {
  label: string;
  /** Null shows all. */
  value: string | null;
  options: readonly { value: string; label: string }[];
  onChange(value: string | null): void;
};

const all = '';

/** The menu of a filter, open from the start. `lazyWithRetry` loads it on the first click, so it is a default export. */
export default function FilterMenu({
  label,
  value,
  options,
  onChange,
  button,
}: FilterProps & { button: ReactElement }) {
  return (
    <Menu startsOpen trigger={button}>
      <MenuRadioGroup
        label={label}
        value={value ?? all}
        onValueChange={(chosen) => onChange(chosen === all ? null : chosen)}
      >
        <MenuRadioItem value={all}>{texts.all}</MenuRadioItem>
        {options.map((option) => (
          <MenuRadioItem key={option.value} value={option.value}>
            {option.label}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}
