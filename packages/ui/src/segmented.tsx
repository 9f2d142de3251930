import clsx from 'clsx';
import { type ReactNode, useId } from 'react';

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
  const name = useId();
  return (
    <fieldset
      aria-label={label}
      className={clsx(
        'inline-flex rounded-control border border-control bg-sunken p-0.5',
        isSmall ? 'h-8' : 'h-9',
      )}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={clsx(
            'relative inline-flex flex-1 items-center justify-center gap-2 whitespace-nowrap rounded-small border border-transparent px-3 font-medium text-second transition-colors duration-120 hover:text-main',
            'has-checked:border-control has-checked:bg-segment has-checked:text-main dark:has-checked:border-transparent',
            'has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2',
            isSmall ? 'text-caption' : 'text-body',
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
