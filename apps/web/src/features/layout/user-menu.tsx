import { lazyWithRetry, MenuOnDemand } from '@pocketfleet/ui';
import { ChevronDown } from 'lucide-react';
import type { ButtonHTMLAttributes } from 'react';
import { useUser } from '../../session/auth-provider.tsx';

const load = () => import('./user-menu-open.tsx');
const UserMenuOpen = lazyWithRetry(load);

export function UserMenu() {
  const button = <UserMenuButton />;
  return <MenuOnDemand button={button} menu={<UserMenuOpen button={button} />} load={load} />;
}

/** The menu's trigger passes its own props. */
function UserMenuButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  const user = useUser();
  return (
    <button
      {...props}
      type="button"
      className="group -mr-2 inline-flex h-10 min-w-0 items-center gap-2.5 rounded-control px-2 hover:bg-hover"
    >
      <span
        aria-hidden="true"
        className="inline-flex size-7 shrink-0 items-center justify-center rounded-full bg-[#2a2d33] font-semibold text-[0.6875rem] text-paper"
      >
        {initialsOf(user)}
      </span>
      <span className="max-w-[40vw] truncate font-medium sm:max-w-56">{user.username}</span>
      <ChevronDown
        size={16}
        className="max-[22.5rem]:hidden shrink-0 text-third transition-transform duration-120 group-data-[state=open]:rotate-180"
      />
    </button>
  );
}

function initialsOf(user: { first_name: string; last_name: string; username: string }): string {
  const letters = (user.first_name.charAt(0) + user.last_name.charAt(0)).toUpperCase();
  return letters || user.username.slice(0, 2).toUpperCase();
}
