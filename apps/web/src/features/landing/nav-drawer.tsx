import { brand } from '@pocketfleet/rules';
import { Button, buttonClass, Drawer } from '@pocketfleet/ui';
import { Link } from 'react-router';
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
    <Drawer isOpen={isOpen} onOpenChange={onOpenChange} title={`${brand.name} navigation`}>
      <nav aria-label="Site" className="flex flex-1 flex-col">
        {sections.map(({ id, label }) => (
          <button
            key={id}
            type="button"
            onClick={() => {
              close();
              // The drawer gives the page its scrolling back first.
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
              Devices
            </Link>
            <Button
              size="large"
              onClick={() => {
                close();
                account.onLogout();
              }}
            >
              Logout
            </Button>
          </>
        ) : (
          <>
            <Link to={paths.login} className={buttonClass('secondary', 'large')}>
              Login
            </Link>
            <Link to={paths.register} className={buttonClass('primary', 'large')}>
              Get Started
            </Link>
          </>
        )}
      </div>
    </Drawer>
  );
}
