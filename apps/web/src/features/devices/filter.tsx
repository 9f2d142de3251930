import { Button, lazyWithRetry, MenuOnDemand } from '@pocketfleet/ui';
import { ChevronDown } from 'lucide-react';
import * as texts from '#language/devices';
import type { FilterProps } from './filter-menu.tsx';

const load = () => import('./filter-menu.tsx');
const FilterMenu = lazyWithRetry(load);

/** One choice of several, or all. */
export function Filter(props: FilterProps) {
  const chosen =
    props.options.find((option) => option.value === props.value)?.label ?? props.value ?? texts.all;
  const button = (
    <Button className="max-w-48">
      <span className="truncate">
        {props.label}: {chosen}
      </span>
      <ChevronDown className="text-third" />
    </Button>
  );
  return <MenuOnDemand button={button} menu={<FilterMenu {...props} button={button} />} load={load} />;
}
