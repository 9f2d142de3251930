import { Toolbar as RadixToolbar } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';

/** A group of buttons that is one stop for the Tab key; arrow keys move inside it. */
export function Toolbar(props: {
  label: string;
  orientation: 'horizontal' | 'vertical';
  className?: string;
  children: ReactNode;
}) {
  return (
    <RadixToolbar.Root
      aria-label={props.label}
      aria-orientation={props.orientation}
      orientation={props.orientation}
      className={props.className}
    >
      {props.children}
    </RadixToolbar.Root>
  );
}

export function ToolbarButton(props: ComponentProps<'button'>) {
  return <RadixToolbar.Button type="button" {...props} />;
}
