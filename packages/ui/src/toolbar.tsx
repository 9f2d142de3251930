import { Toolbar as RadixToolbar } from 'radix-ui';
import type { ComponentProps } from 'react';

/** A group of buttons that is one stop for the Tab key; arrow keys move inside it. */
export function Toolbar({
  label,
  orientation,
  ...props
}: {
  label: string;
  orientation: 'horizontal' | 'vertical';
} & Pick<ComponentProps<'div'>, 'className' | 'children' | 'onPointerEnter' | 'onFocus'>) {
  return (
    <RadixToolbar.Root
      {...props}
      aria-label={label}
      aria-orientation={orientation}
      orientation={orientation}
    />
  );
}

export function ToolbarButton(props: ComponentProps<'button'>) {
  return <RadixToolbar.Button type="button" {...props} />;
}
