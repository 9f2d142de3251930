import { brand } from '@pocketfleet/rules';
import { Dialog } from '@pocketfleet/ui';
import type { ReactNode } from 'react';

type Props = { isOpen: boolean; onOpenChange(isOpen: boolean): void; children: ReactNode };

/** All contacts with copy buttons; the page gives the list. A default export: loaded when first opened. */
export default function ContactInfoDialog({ isOpen, onOpenChange, children }: Props) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Contact information"
      description={`Write to the team. It typically responds within ${brand.salesAnswerHours} hours.`}
    >
      {children}
    </Dialog>
  );
}
