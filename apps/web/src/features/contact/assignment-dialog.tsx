import { brand } from '@pocketfleet/rules';
import { buttonClass, Dialog } from '@pocketfleet/ui';
import { ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router';
import * as texts from '#language/contact';

const kinds = ['telegram', 'discord', 'email', 'youtube'] as const;

type Props = {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  /** The target of "Rent now"; without it that choice is not offered. */
  rentPath?: string | undefined;
};

/** Opens the chosen contact in a new tab and closes (spec section 2). A default export, because it is loaded when it is opened. */
export default function AssignmentDialog({ isOpen, onOpenChange, rentPath }: Props) {
  const close = () => onOpenChange(false);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={texts.contactUsForDeviceAssignment}
      description={texts.theTeamTypicallyRespondsWithinHours(brand.salesAnswerHours)}
    >
      {rentPath ? (
        <Link to={rentPath} onClick={close} className={`${buttonClass('primary', 'large')} mb-5 w-full`}>
          {texts.rentNow}
        </Link>
      ) : null}
      <ul className="divide-y divide-hairline border-hairline border-y">
        {kinds.map((kind) => {
          const contact = brand.contacts.find((each) => each.kind === kind);
          if (!contact) return null;
          return (
            <li key={kind}>
              <a
                href={contact.url}
                target="_blank"
                rel="noreferrer"
                onClick={close}
                className="flex min-h-14 items-center gap-3 rounded-small px-1 hover:bg-hover"
              >
                <span className="min-w-0 flex-1">
                  <span className="block font-medium text-public">
                    {contact.label.replace(/ (link|channel)$/, '')}
                  </span>
                  <span className="block truncate text-second text-small">{contact.value}</span>
                </span>
                <ArrowUpRight size={16} className="text-third" />
              </a>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
