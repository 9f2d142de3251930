import { brand } from '@pocketfleet/rules';
import { Button, CopyButton, Dialog, toast } from '@pocketfleet/ui';

type Props = { isOpen: boolean; onOpenChange(isOpen: boolean): void; onContacts(): void };

/** The support contacts, each with a link and a copy button. */
export function HelpDialog({ isOpen, onOpenChange, onContacts }: Props) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Help"
      description={`Write to the team. It typically responds within ${brand.salesAnswerHours} hours.`}
    >
      <ContactList />
      <Button kind="quiet" className="mt-4" onClick={onContacts}>
        Contact information
      </Button>
    </Dialog>
  );
}

export function ContactList() {
  return (
    <ul className="divide-y divide-hairline border-hairline border-y">
      {brand.contacts.map((contact) => (
        <li key={contact.kind} className="flex items-center gap-3 py-2.5">
          <span className="min-w-0 flex-1">
            <span className="block text-caption text-third">{contact.label}</span>
            <a
              href={contact.url}
              target="_blank"
              rel="noreferrer"
              className="block truncate rounded-key font-medium underline-offset-4 hover:underline"
            >
              {contact.value}
            </a>
          </span>
          <CopyButton
            value={contact.value}
            label={contact.label}
            onCopied={() => toast.success(`${contact.label} copied to clipboard!`)}
            onFailed={() => toast.error('Failed to copy to clipboard.')}
          />
        </li>
      ))}
    </ul>
  );
}
