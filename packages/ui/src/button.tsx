import clsx from 'clsx';
import { type ComponentProps, type MouseEvent, type ReactNode, useRef } from 'react';
import { Spinner } from './spinner.tsx';

/** `row`: the main action of a table's row, primary while its row has the pointer or the focus. */
export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'row';
export type ButtonSize = 'small' | 'medium' | 'large';

type ButtonProps = Omit<ComponentProps<'button'>, 'onClick'> & {
  kind?: ButtonKind;
  size?: ButtonSize;
  /**
   * Work is going on: shows a spinner and refuses clicks, also the one that Enter in a field of its form makes. It is
   * not `disabled`, because the browser takes the focus from a disabled button.
   */
  isBusy?: boolean | undefined;
  icon?: ReactNode;
  /**
   * Until a returned promise settles, further clicks are refused: a second click may come before the button is rendered
   * as busy. The caller shows what failed.
   */
  onClick?: ((event: MouseEvent<HTMLButtonElement>) => unknown) | undefined;
};

export function Button({
  kind = 'secondary',
  size = 'medium',
  isBusy = false,
  icon,
  onClick,
  ...props
}: ButtonProps) {
  const isUnderWay = useRef(false);
  const click = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy || isUnderWay.current) {
      event.preventDefault();
      return;
    }
    const work = onClick?.(event);
    if (!(work instanceof Promise)) return;
    isUnderWay.current = true;
    const settle = () => {
      isUnderWay.current = false;
    };
    work.then(settle, settle);
  };
  return (
    <button
      type="button"
      {...props}
      onClick={click}
      aria-disabled={isBusy || props['aria-disabled']}
      aria-busy={isBusy || undefined}
      // Not among the classes of all buttons: the first page is weighed with every one of them.
      className={clsx(buttonClass(kind, size), isBusy && 'cursor-not-allowed opacity-50', props.className)}
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
      row: 'border-control bg-surface text-main group-focus-within/row:border-transparent group-focus-within/row:bg-primary group-focus-within/row:text-on-primary group-hover/row:border-transparent group-hover/row:bg-primary group-hover/row:text-on-primary [a&]:hover:bg-primary-hover',
      danger: 'border-error-bar bg-surface text-error enabled:hover:bg-error-tint',
    }[kind],
  );
}
