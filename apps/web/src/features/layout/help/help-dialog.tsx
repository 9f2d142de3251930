// The help for customers when something is unclear: the way through the product, answers, keys, a test of their own line,
// and at the end a person. Loaded when it is opened.
import { brand } from '@pocketfleet/rules';
import { DescriptionList, Dialog } from '@pocketfleet/ui';
import { type ReactNode, useId } from 'react';
import * as texts from '#language/help';
import { ContactList } from '../contact-list.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LineTest } from './line-test.tsx';
import { Questions } from './questions.tsx';

/** Each of these actions has a button, too. */
const shortcuts: readonly (readonly [effect: string, keys: readonly string[]])[] = [
  [texts.typeIntoAPhone, [texts.click, texts.enterLabel]],
  [texts.takeTheKeyboardBack, [texts.ctrlAltEsc, texts.ctrlAltHome]],
  [texts.back, [texts.rightClick]],
  [texts.home, [texts.middleClick]],
  [texts.pinch, [texts.ctrlDrag]],
  [texts.installOrSend, [texts.dropItOnThePhone]],
  [texts.searchYourDevices, ['/']],
  [texts.moveInTheMosaicOpen, [texts.arrowKeys, texts.enterLabel, 'P']],
];

type Props = { isOpen: boolean; onOpenChange(isOpen: boolean): void };

export default function HelpDialog({ isOpen, onOpenChange }: Props) {
  const close = () => onOpenChange(false);
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title={texts.help} description={texts.description}>
      <div className="space-y-8">
        <Part title={texts.firstSteps}>
          <FirstSteps onLeave={close} />
        </Part>
        <Part title={texts.questions}>
          <Questions />
        </Part>
        <Part title={texts.mouseAndKeyboard} lead={texts.moreShortcuts}>
          <DescriptionList
            layout="rows"
            className="border-hairline border-y"
            items={shortcuts.map(([effect, keys]) => [effect, <Keys key={effect} keys={keys} />])}
          />
        </Part>
        <Part title={texts.lineTest} lead={texts.lineTestLead()}>
          <LineTest />
        </Part>
        <Part title={texts.contacts} lead={texts.writeToTheTeam(brand.salesAnswerHours)}>
          <ContactList />
        </Part>
      </div>
    </Dialog>
  );
}

function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-semibold text-card">
        {title}
      </h3>
      {lead ? <p className="mt-1 text-second text-small">{lead}</p> : null}
      <div className="mt-3">{children}</div>
    </section>
  );
}

function Keys({ keys }: { keys: readonly string[] }) {
  return (
    <span className="flex flex-wrap justify-end gap-1">
      {keys.map((key) => (
        <kbd
          key={key}
          className="whitespace-nowrap rounded-key border border-control bg-sunken px-1.5 py-0.5 font-mono text-caption"
        >
          {key}
        </kbd>
      ))}
    </span>
  );
}
