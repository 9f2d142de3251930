import { brand } from '@pocketfleet/rules';
import { Dialog } from '@pocketfleet/ui';
import { ContactList } from './help-dialog.tsx';

/** All contacts with copy buttons. A default export, because it is loaded when it is opened. */
export default function ContactInfoDialog(props: { isOpen: boolean; onOpenChange(isOpen: boolean): void }) {
  return (
    <Dialog
      {...props}
      title="Contact information"
      description={`Write to the team. It typically responds within ${brand.salesAnswerHours} hours.`}
    >
      <ContactList />
    </Dialog>
  );
}
