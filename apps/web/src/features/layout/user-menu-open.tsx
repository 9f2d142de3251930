import { Menu, MenuItem, MenuSeparator, ThemeChoices } from '@pocketfleet/ui';
import { LogOut, Settings } from 'lucide-react';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import * as texts from '#language/layout';
import { paths } from '../../paths.ts';
import { useUser } from '../../session/auth-provider.tsx';
import { useLogout } from './use-logout.ts';

/** The customer's menu, open from the start. A default export, because it is loaded when it is opened. */
export default function UserMenuOpen({ button }: { button: ReactElement }) {
  const user = useUser();
  const logout = useLogout();
  return (
    <Menu align="end" className="w-[264px]" startsOpen trigger={button}>
      <div className="px-2.5 py-2">
        <p className="truncate font-semibold">
          {user.first_name} {user.last_name}
        </p>
        <p className="truncate text-small text-third">{user.email}</p>
      </div>
      <MenuSeparator />
      <ThemeChoices />
      <MenuSeparator />
      <MenuItem asChild>
        <Link to={paths.settings}>
          <Settings size={16} />
          {texts.accountSettings}
        </Link>
      </MenuItem>
      <MenuItem icon={<LogOut size={16} />} onSelect={logout}>
        {texts.logout}
      </MenuItem>
    </Menu>
  );
}
