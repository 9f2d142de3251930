import clsx from 'clsx';
import type { ComponentProps, ReactNode } from 'react';
import { Spinner } from './spinner.tsx';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

type ButtonProps = ComponentProps<'button'> & {
  kind?: ButtonKind;
  size?: ButtonSize;
  /** Work is going on: shows a spinner and refuses clicks, keeping its width's text as given. */
  isBusy?: boolean;
  icon?: ReactNode;
};

export function Button({ kind = 'secondary', size = 'medium', isBusy, icon, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      disabled={props.disabled || isBusy}
      aria-busy={isBusy || undefined}
      className={clsx(buttonClass(kind, size), props.className)}
    >
      {isBusy ? <Spinner size={size === 'small' ? 14 : 16} /> : icon}
      {props.children}
    </button>
  );
}

/** The same looks for a link that acts as a button. */
export function buttonClass(kind: ButtonKind = 'secondary', size: ButtonSize = 'medium'): string {
  return clsx(
    'inline-flex select-none items-center justify-center border font-medium transition-colors duration-120',
    'disabled:cursor-not-allowed disabled:opacity-50 [&_svg]:shrink-0',
    {
      small: 'h-7 whitespace-nowrap gap-1.5 rounded-small px-2.5 text-small [&_svg]:size-3.5',
      medium: 'h-9 whitespace-nowrap gap-2 rounded-control px-3.5 text-body [&_svg]:size-4',
      // Wraps rather than sticks out when its text is enlarged.
      large: 'min-h-12 gap-2 py-2 text-center rounded-card px-6 text-card [&_svg]:size-4',
    }[size],
    {
      primary:
        'border-transparent bg-primary text-on-primary enabled:hover:bg-primary-hover [a&]:hover:bg-primary-hover',
      secondary: 'border-control bg-surface text-main enabled:hover:bg-hover [a&]:hover:bg-hover',
      quiet:
        'border-transparent text-second enabled:hover:bg-hover enabled:hover:text-main [a&]:hover:bg-hover',
      danger: 'border-error-bar bg-surface text-error enabled:hover:bg-error-tint',
    }[kind],
  );
}
