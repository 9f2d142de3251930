import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import { useFocusReturn } from './use-focus-return.ts';

export type DialogProps = {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  title: string;
  description?: string;
  children: ReactNode;
  /** Stays visible below the part that scrolls. */
  footer?: ReactNode;
};

/** The shown dialog, apart from `Dialog` because few visits open one. A default export, because it is loaded when it is opened. */
export default function DialogBox({
  isOpen,
  onOpenChange,
  title,
  description,
  children,
  footer,
}: DialogProps) {
  const focusReturn = useFocusReturn();
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="pf-fade fixed inset-0 z-50 bg-ink/50" />
        <RadixDialog.Content
          {...focusReturn}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className="pf-pop fixed inset-x-4 top-[10vh] z-50 mx-auto flex max-h-[80vh] max-sm:top-4 max-sm:max-h-[calc(100dvh-2rem)] max-w-[30rem] flex-col rounded-card bg-surface shadow-popover outline-none"
        >
          <div className="flex items-start gap-4 p-6 pb-4">
            <div className="min-w-0 flex-1">
              <RadixDialog.Title className="font-semibold text-lead">{title}</RadixDialog.Title>
              {description ? (
                <RadixDialog.Description className="mt-1 text-second">{description}</RadixDialog.Description>
              ) : null}
            </div>
            <RadixDialog.Close asChild>
              <IconButton label="Close" icon={<X size={16} />} className="-mr-2 -mt-1" />
            </RadixDialog.Close>
          </div>
          {/* Focusable, so that a long text can be scrolled with the keyboard. */}
          <div
            tabIndex={footer ? 0 : undefined}
            style={{ scrollPaddingBottom: 80 }}
            className="overflow-y-auto px-6 pb-6 -outline-offset-2"
          >
            {children}
          </div>
          {footer ? <div className="border-hairline border-t p-4 px-6">{footer}</div> : null}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
