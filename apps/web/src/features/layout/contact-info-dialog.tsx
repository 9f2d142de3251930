import { brand } from '@pocketfleet/rules';
import { Dialog } from '@pocketfleet/ui';
import * as texts from '#language/contact-info';
import { ContactList } from './contact-list.tsx';

/** All contacts with copy buttons. A default export, because it is loaded when it is opened. */
export default function ContactInfoDialog(props: { isOpen: boolean; onOpenChange(isOpen: boolean): void }) {
  return (
    <Dialog
      {...props}
      title={texts.contactInformation}
      description={texts.writeToTheTeam(brand.salesAnswerHours)}
    >
      <ContactList />
    </Dialog>
  );
}
