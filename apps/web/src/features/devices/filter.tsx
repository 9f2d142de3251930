import { lazyWithRetry, MenuOnDemand } from '@pocketfleet/ui';
import { FilterButton } from './filter-button.tsx';

export type FilterProps = {
  label: string;
  /** Null: all. */
  value: string | null;
  options: readonly { value: string; label: string }[];
  onChange(value: string | null): void;
};

const load = () => import('./filter-menu.tsx');
const FilterMenu = lazyWithRetry(load);

/** One choice of several, or all. */
export function Filter(props: FilterProps) {
  const chosen = props.options.find((option) => option.value === props.value)?.label ?? props.value ?? 'All';
  const text = `${props.label}: ${chosen}`;
  return (
    <MenuOnDemand
      button={<FilterButton text={text} />}
      menu={<FilterMenu {...props} text={text} />}
      load={load}
    />
  );
}
