import clsx from 'clsx';
import { Check } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

/** A dropdown menu; `trigger` is one button. Stays where it is in the document, within its landmark. */
export function Menu({
  trigger,
  children,
  align = 'start',
  className,
  startsOpen = false,
}: {
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'end';
  className?: string;
  /** For a menu that is loaded when it is opened. */
  startsOpen?: boolean;
}) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen={startsOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Content
        align={align}
        sideOffset={6}
        collisionPadding={12}
        style={allThatIsFree}
        className={clsx(
          'pf-pop z-50 min-w-48 overflow-y-auto rounded-card bg-surface p-1.5 shadow-popover outline-none',
          className,
        )}
      >
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}

/** A phone on its side has no room to waste: seven tenths of its height would hide the last item. */
const allThatIsFree = { maxHeight: 'min(var(--radix-dropdown-menu-content-available-height), 36rem)' };

const itemClass =
  'flex h-9 w-full cursor-pointer select-none items-center gap-2.5 rounded-small px-2.5 text-body outline-none data-[highlighted]:bg-hover';

/** With `asChild` the one child (a link) becomes the item. */
export function MenuItem({
  icon,
  onSelect,
  asChild,
  children,
}: {
  icon?: ReactNode;
  onSelect?: () => void;
  asChild?: boolean;
  children: ReactNode;
}) {
  return (
    <DropdownMenu.Item
      className={itemClass}
      {...(onSelect ? { onSelect } : {})}
      {...(asChild ? { asChild } : {})}
    >
      {asChild ? (
        children
      ) : (
        <>
          {icon}
          {children}
        </>
      )}
    </DropdownMenu.Item>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu.Label className="px-2.5 pt-2 pb-1 text-caption text-third">{children}</DropdownMenu.Label>
  );
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className="-mx-1.5 my-1.5 h-px bg-hairline" />;
}

/** `label` is the group's name for screen readers. */
export function MenuRadioGroup(props: {
  label: string;
  value: string;
  onValueChange(value: string): void;
  children: ReactNode;
}) {
  return (
    <DropdownMenu.RadioGroup aria-label={props.label} value={props.value} onValueChange={props.onValueChange}>
      {props.children}
    </DropdownMenu.RadioGroup>
  );
}

export function MenuRadioItem({
  value,
  icon,
  staysOpen,
  children,
}: {
  value: string;
  icon?: ReactNode;
  /** Choosing it leaves the menu open, so that the effect can be seen. */
  staysOpen?: boolean;
  children: ReactNode;
}) {
  return (
    <DropdownMenu.RadioItem
      value={value}
      className={itemClass}
      onSelect={(event) => staysOpen && event.preventDefault()}
    >
      {icon}
      <span className="flex-1">{children}</span>
      <DropdownMenu.ItemIndicator>
        <Check size={16} />
      </DropdownMenu.ItemIndicator>
    </DropdownMenu.RadioItem>
  );
}
