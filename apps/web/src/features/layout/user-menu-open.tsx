import {
  Menu,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
  type ThemeChoice,
  useTheme,
} from '@pocketfleet/ui';
import { LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useUser } from '../accounts/auth-provider.tsx';
import { useLogout } from './use-logout.ts';
import { UserMenuButton } from './user-menu-button.tsx';

const themes: readonly { value: ThemeChoice; label: string; icon: typeof Monitor }[] = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
];

/** The menu itself, open from its first moment. A default export, because it is loaded when it is wanted. */
export default function UserMenuOpen() {
  const user = useUser();
  const theme = useTheme();
  const logout = useLogout();
  return (
    <Menu align="end" className="w-[264px]" startsOpen trigger={<UserMenuButton />}>
      <div className="px-2.5 py-2">
        <p className="truncate font-semibold">
          {user.first_name} {user.last_name}
        </p>
        <p className="truncate text-small text-third">{user.email}</p>
      </div>
      <MenuSeparator />
      <MenuLabel>Theme</MenuLabel>
      <MenuRadioGroup
        label="Theme"
        value={theme.choice}
        onValueChange={(value) => {
          const chosen = themes.find((each) => each.value === value);
          if (chosen) theme.choose(chosen.value);
        }}
      >
        {themes.map(({ value, label, icon: Icon }) => (
          <MenuRadioItem
            key={value}
            value={value}
            staysOpen
            icon={<Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
          >
            {label}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuItem asChild>
        <Link to={paths.settings}>
          <Settings size={16} strokeWidth={1.75} aria-hidden="true" />
          Account settings
        </Link>
      </MenuItem>
      <MenuItem icon={<LogOut size={16} strokeWidth={1.75} aria-hidden="true" />} onSelect={logout}>
        Logout
      </MenuItem>
    </Menu>
  );
}
