import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';

type Props = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** Its accessible name; also its tooltip, unless `title` says more. */
  label: string;
  icon: ReactNode;
  size?: 'small' | 'medium';
};

/** A button that shows only an icon. Under a finger it is 44 px wide and high. */
export function IconButton({ label, icon, size = 'medium', className, ...props }: Props) {
  return (
    <button
      type="button"
      title={label}
      {...props}
      aria-label={label}
      className={clsx(
        'inline-flex pointer-coarse:size-11 shrink-0 items-center justify-center rounded-small text-second hover:bg-hover hover:text-main disabled:cursor-not-allowed disabled:opacity-50',
        size === 'small' ? 'size-7' : 'size-9',
        className,
      )}
    >
      {icon}
    </button>
  );
}
