import { Menu, MenuItem, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from '@pocketfleet/ui';
import { ChevronDown, LogOut, Monitor, Moon, Settings, Sun } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { type ThemeChoice, useTheme } from '../../app/theme.tsx';
import { useUser } from '../accounts/auth-provider.tsx';
import { useLogout } from './use-logout.ts';

const themes: readonly { value: ThemeChoice; label: string; icon: typeof Monitor }[] = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
];

export function UserMenu() {
  const user = useUser();
  const theme = useTheme();
  const logout = useLogout();
  return (
    <Menu
      align="end"
      className="w-[264px]"
      trigger={
        <button
          type="button"
          className="group -mr-2 inline-flex h-10 min-w-0 items-center gap-2.5 rounded-control px-2 hover:bg-hover"
        >
          <span
            aria-hidden="true"
            className="inline-flex size-7 shrink-0 items-center justify-center rounded-full bg-[#2a2d33] font-semibold text-[11px] text-paper"
          >
            {initialsOf(user)}
          </span>
          <span className="max-w-[40vw] truncate font-medium sm:max-w-56">{user.username}</span>
          <ChevronDown
            size={16}
            strokeWidth={1.75}
            aria-hidden="true"
            className="shrink-0 text-third transition-transform duration-120 group-data-[state=open]:rotate-180"
          />
        </button>
      }
    >
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

function initialsOf(user: { first_name: string; last_name: string; username: string }): string {
  const letters = (user.first_name.charAt(0) + user.last_name.charAt(0)).toUpperCase();
  return letters || user.username.slice(0, 2).toUpperCase();
}
