import { Menu, MenuRadioGroup, MenuRadioItem } from '@pocketfleet/ui';
import type { FilterProps } from './filter.tsx';
import { FilterButton } from './filter-button.tsx';

const all = '';

/** Open from its first moment. A default export, because it is loaded when it is wanted. */
export default function FilterMenu({
  label,
  value,
  options,
  onChange,
  text,
}: FilterProps & { text: string }) {
  return (
    <Menu startsOpen trigger={<FilterButton text={text} />}>
      <MenuRadioGroup
        label={label}
        value={value ?? all}
        onValueChange={(chosen) => onChange(chosen === all ? null : chosen)}
      >
        <MenuRadioItem value={all}>All</MenuRadioItem>
        {options.map((option) => (
          <MenuRadioItem key={option.value} value={option.value}>
            {option.label}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}
