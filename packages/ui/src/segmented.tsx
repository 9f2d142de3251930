import clsx from 'clsx';
import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';

/** One of a few views, all visible; arrow keys move between them. */
export function Segmented<Value extends string>({
  label,
  value,
  options,
  onChange,
  isSmall,
}: {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
  onChange(value: Value): void;
  isSmall?: boolean;
}) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      onValueChange={(chosen) => {
        const option = options.find((each) => each.value === chosen);
        if (option) onChange(option.value);
      }}
      className={clsx(
        'inline-flex rounded-control border border-control bg-sunken p-0.5',
        isSmall ? 'h-8' : 'h-9',
      )}
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className={clsx(
            'inline-flex flex-1 items-center justify-center gap-2 rounded-small border border-transparent px-3 font-medium text-second transition-colors duration-120 hover:text-main',
            'data-[state=on]:border-control data-[state=on]:bg-segment data-[state=on]:text-main dark:data-[state=on]:border-transparent',
            isSmall ? 'text-caption' : 'text-body',
          )}
        >
          {option.icon}
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
