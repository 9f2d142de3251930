import { brand } from '@pocketfleet/rules';
import { Button, CopyButton, DescriptionList, Dialog, toast } from '@pocketfleet/ui';
import * as texts from '#language/layout';

type Props = { isOpen: boolean; onOpenChange(isOpen: boolean): void; onContacts(): void };

/** Each of these actions has a button, too. */
const shortcuts: readonly { effect: string; keys: readonly string[] }[] = [
  { effect: texts.typeIntoAPhone, keys: [texts.click, texts.enterLabel] },
  { effect: texts.takeTheKeyboardBack, keys: [texts.ctrlAltEsc, texts.ctrlAltHome] },
  { effect: texts.back, keys: ['Right-click'] },
  { effect: texts.home, keys: ['Middle-click'] },
  { effect: texts.pinch, keys: [texts.ctrlDrag] },
  { effect: texts.installAnApkSendAny, keys: [texts.dropItOnThePhone] },
  { effect: texts.searchYourDevices, keys: ['/'] },
  { effect: texts.moveInTheMosaicOpen, keys: [texts.arrowKeys, texts.enterLabel, 'P'] },
];

/** The support contacts, each with a link and a copy button, and how to control phones with mouse and keyboard. */
export function HelpDialog({ isOpen, onOpenChange, onContacts }: Props) {
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={texts.help}
      description={texts.writeToTheTeam(brand.salesAnswerHours)}
    >
      <ContactList />
      <Button className="mt-4" onClick={onContacts}>
        {texts.contactInformation}
      </Button>
      <h3 className="mt-6 font-semibold text-card">{texts.mouseAndKeyboard}</h3>
      <DescriptionList
        layout="rows"
        className="mt-2 border-hairline border-y"
        items={shortcuts.map(({ effect, keys }) => [
          effect,
          <span key={effect} className="flex flex-wrap justify-end gap-1">
            {keys.map((key) => (
              <kbd
                key={key}
                className="whitespace-nowrap rounded-key border border-control bg-sunken px-1.5 py-0.5 font-mono text-caption"
              >
                {key}
              </kbd>
            ))}
          </span>,
        ])}
      />
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
            onCopied={() => toast.success(texts.copiedToClipboard(contact.label))}
            onFailed={() => toast.error(texts.failedToCopyToClipboard)}
          />
        </li>
      ))}
    </ul>
  );
}
