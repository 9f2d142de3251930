import { Monitor, Moon, Sun } from 'lucide-react';
import { MenuLabel, MenuRadioGroup, MenuRadioItem } from './menu.tsx';
import { type ThemeChoice, useTheme } from './theme.tsx';

const themes: readonly { value: ThemeChoice; label: string; icon: typeof Monitor }[] = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
];

/** The part of a user's menu in which the theme is chosen. The menu stays open, so that the choice is seen. */
export function ThemeChoices() {
  const theme = useTheme();
  return (
    <>
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
          <MenuRadioItem key={value} value={value} staysOpen icon={<Icon size={16} />}>
            {label}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </>
  );
}
