import { brand } from '@pocketfleet/rules';
import { ArrowUpRight } from 'lucide-react';
import * as texts from '#language/contact';
import { ContactForm } from './contact-form.tsx';

const kinds: readonly string[] = ['telegram', 'discord', 'x', 'youtube'];

/** `logos` is the address of a file with one symbol for each kind of contact; `message` fills in the form. */
export function ContactSection({ logos, message }: { logos: string; message: string }) {
  return (
    <section
      id="contact-form"
      aria-labelledby="contact-title"
      // As high as the window without the bar (64 px) and the footer (121 px). Otherwise the page would end before this section
      // could scroll up to the bar.
      className="on-ink pf-public-section border-hairline border-t bg-page text-main lg:min-h-[calc(100svh-185px)]"
    >
      <div className="pf-column grid gap-12 lg:grid-cols-[400px_1fr] lg:gap-20">
        <div>
          <h2 id="contact-title" className="pf-section-title">
            {texts.talkToAPerson}
          </h2>
          <p className="mt-5 text-card text-second">{texts.askForAFreeDemo(brand.salesAnswerHours)}</p>
          <ul className="mt-8 divide-y divide-hairline border-hairline border-y">
            {brand.contacts.map((contact) => {
              if (!kinds.includes(contact.kind)) return null;
              return (
                <li key={contact.kind}>
                  <a
                    href={contact.url}
                    target="_blank"
                    rel="noreferrer"
                    className="flex min-h-14 items-center gap-3.5 rounded-small font-medium text-public hover:text-lime"
                  >
                    <svg width="18" height="18" fill="currentColor" aria-hidden="true">
                      <use href={`${logos}#${contact.kind}`} />
                    </svg>
                    <span className="flex-1">{contact.label.replace(/ (link|channel)$/, '')}</span>
                    <ArrowUpRight size={16} className="text-third" />
                  </a>
                </li>
              );
            })}
          </ul>
        </div>
        <div className="relative rounded-card border border-hairline bg-surface p-5 sm:p-8">
          <ContactForm message={message} />
        </div>
      </div>
    </section>
  );
}
