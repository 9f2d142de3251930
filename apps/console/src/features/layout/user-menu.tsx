import { Menu, MenuItem, MenuLabel, MenuSeparator, ThemeChoices } from '@pocketfleet/ui';
import { humanize } from '@pocketfleet/ui/format';
import { ChevronDown, CircleUser, LogOut } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '../../paths.ts';
import { useSession, useSignOut } from '../../session.ts';

export function UserMenu() {
  const { operator } = useSession();
  const signOut = useSignOut();
  const navigate = useNavigate();
  return (
    <Menu
      align="end"
      className="w-56"
      trigger={
        <button
          type="button"
          className="-mr-2 inline-flex h-10 min-w-0 items-center gap-2 rounded-control px-2 hover:bg-hover"
        >
          <span className="max-w-[40vw] truncate font-medium">{operator.username}</span>
          <ChevronDown size={16} className="shrink-0 text-third" />
        </button>
      }
    >
      <MenuLabel>Role: {humanize(operator.role)}</MenuLabel>
      <MenuItem icon={<CircleUser size={16} />} onSelect={() => navigate(paths.account)}>
        Your account
      </MenuItem>
      <MenuSeparator />
      <ThemeChoices />
      <MenuSeparator />
      <MenuItem icon={<LogOut size={16} />} onSelect={signOut}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
