import { brand } from '@pocketfleet/rules';
import { Button, CopyButton, Dialog, toast } from '@pocketfleet/ui';

type Props = { isOpen: boolean; onOpenChange(isOpen: boolean): void; onContacts(): void };

/** What hands do, and what it does: all of it has a button, too. */
const shortcuts: readonly { does: string; keys: readonly string[] }[] = [
  { does: 'Type into a phone', keys: ['Click', 'Enter'] },
  { does: 'Take the keyboard back', keys: ['Ctrl Alt Esc', 'Ctrl Alt Home'] },
  { does: 'Back', keys: ['Right-click'] },
  { does: 'Home', keys: ['Middle-click'] },
  { does: 'Pinch', keys: ['Ctrl drag'] },
  { does: 'Install an APK, send any other file', keys: ['Drop it on the phone'] },
  { does: 'Search your devices', keys: ['/'] },
  { does: 'Move in the mosaic, open, pause all', keys: ['Arrow keys', 'Enter', 'P'] },
];

/** The support contacts, each with a link and a copy button, and how to control phones with mouse and keyboard. */
export function HelpDialog({ isOpen, onOpenChange, onContacts }: Props) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title="Help"
      description={`Write to the team. It typically responds within ${brand.salesAnswerHours} hours.`}
    >
      <ContactList />
      <Button className="mt-4" onClick={onContacts}>
        Contact information
      </Button>
      <h3 className="mt-6 font-semibold text-card">Mouse and keyboard</h3>
      <dl className="mt-2 divide-y divide-hairline border-hairline border-y">
        {shortcuts.map(({ does, keys }) => (
          <div key={does} className="flex items-center justify-between gap-4 py-2">
            <dt className="min-w-0 text-second">{does}</dt>
            <dd className="flex flex-wrap justify-end gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="whitespace-nowrap rounded-key border border-control bg-sunken px-1.5 py-0.5 font-mono text-caption"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
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
