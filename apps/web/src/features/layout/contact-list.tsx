import { brand } from '@pocketfleet/rules';
import { CopyButton, toast } from '@pocketfleet/ui';
import { ExternalLink } from 'lucide-react';
import * as texts from '#language/contact-info';

/** All contacts, each with its link and a copy button. */
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
              className="inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-key font-medium underline decoration-control underline-offset-4 hover:decoration-current"
            >
              <span style={{ overflowWrap: 'anywhere' }}>{contact.value}</span>
              <ExternalLink size={12} className="shrink-0 text-third" />
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
