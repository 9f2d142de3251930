import ContactInfoDialog from '../features/contact/contact-info-dialog.tsx';
import { ContactList } from '../features/layout/help-dialog.tsx';

/** A default export: loaded when first opened. */
export default function ContactsDialog(props: { isOpen: boolean; onOpenChange(isOpen: boolean): void }) {
  return (
    <ContactInfoDialog {...props}>
      <ContactList />
    </ContactInfoDialog>
  );
}
