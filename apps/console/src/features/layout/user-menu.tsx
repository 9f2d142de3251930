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
import { ChevronDown, CircleUser, LogOut, Monitor, Moon, Sun } from 'lucide-react';
import { useNavigate } from 'react-router';
import { paths } from '../../app/paths.ts';
import { nameInWords } from '../../parts/words.ts';
import { useSession, useSignOut } from '../accounts/session.ts';

const themes: readonly { value: ThemeChoice; label: string; icon: typeof Monitor }[] = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
];

export function UserMenu() {
  const { operator } = useSession();
  const theme = useTheme();
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
          <ChevronDown size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-third" />
        </button>
      }
    >
      <MenuLabel>Role: {nameInWords(operator.role)}</MenuLabel>
      <MenuItem
        icon={<CircleUser size={16} strokeWidth={1.75} aria-hidden="true" />}
        onSelect={() => navigate(paths.account)}
      >
        Your account
      </MenuItem>
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
      <MenuItem icon={<LogOut size={16} strokeWidth={1.75} aria-hidden="true" />} onSelect={signOut}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
