import { Button, buttonClass, Drawer } from '@pocketfleet/ui';
import { Link } from 'react-router';
import * as texts from '#language/landing';
import { paths } from '../../paths.ts';
import { type SectionId, sections } from './sections.ts';

export type NavAccount = { username: string; onLogout(): void } | null;

type Props = {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  account: NavAccount;
  onJump(id: SectionId): void;
};

/** The navigation of small screens. A default export, because it is loaded only when it is opened. */
export default function NavDrawer({ isOpen, onOpenChange, account, onJump }: Props) {
  const close = () => onOpenChange(false);
  return (
    <Drawer isOpen={isOpen} onOpenChange={onOpenChange} title={texts.brandNavigation()}>
      <nav aria-label={texts.site} className="flex flex-1 flex-col">
        {sections.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            onClick={() => {
              close();
              // Two frames later, because the page can scroll only after the drawer has closed.
              requestAnimationFrame(() => requestAnimationFrame(() => onJump(id)));
            }}
            className="h-11 rounded-control px-3 text-left font-medium text-card hover:bg-hover"
          >
            {label}
          </button>
        ))}
      </nav>
      <div className="flex flex-col gap-2 border-hairline border-t pt-3">
        {account ? (
          <>
            <p className="truncate px-3 py-1 text-second">{account.username}</p>
            <Link to={paths.account} className={buttonClass('primary', 'large')}>
              {texts.devices}
            </Link>
            <Button
              size="large"
              onClick={() => {
                close();
                account.onLogout();
              }}
            >
              {texts.logout}
            </Button>
          </>
        ) : (
          <>
            <Link to={paths.login} className={buttonClass('secondary', 'large')}>
              {texts.login}
            </Link>
            <Link to={paths.register} className={buttonClass('primary', 'large')}>
              {texts.getStarted}
            </Link>
          </>
        )}
      </div>
    </Drawer>
  );
}
