import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { Logo } from './logo.tsx';
import { useFocusReturn } from './use-focus-return.ts';

/** The navigation of small screens: a panel at the left that keeps the focus until it is closed. From 1024 px on it is hidden. */
export function Drawer(props: {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  /** Its name for screen readers. */
  title: string;
  children: ReactNode;
}) {
  const focusReturn = useFocusReturn();
  return (
    <Dialog.Root open={props.isOpen} onOpenChange={props.onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="pf-fade fixed inset-0 z-40 bg-ink/50 lg:hidden" />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="pf-drawer fixed inset-y-0 left-0 z-40 flex w-[17.5rem] max-w-[85vw] flex-col overflow-y-auto bg-page p-3 shadow-popover outline-none lg:hidden"
        >
          <Dialog.Title className="sr-only">{props.title}</Dialog.Title>
          <div className="mb-4 flex shrink-0 items-center justify-between pl-2">
            <Logo />
            <Dialog.Close asChild>
              <IconButton label="Close navigation" icon={<X size={18} />} className="size-11" />
            </Dialog.Close>
          </div>
          {props.children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
