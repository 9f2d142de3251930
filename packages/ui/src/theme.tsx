// The theme: light, dark, or the system's. `public/theme.js` of each site sets it before the first paint.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { IconDefaults } from './icon-defaults.tsx';

export type ThemeChoice = 'system' | 'light' | 'dark';
type Theme = { choice: ThemeChoice; shown: 'light' | 'dark'; choose(choice: ThemeChoice): void };

const themeKey = 'pocketfleet-theme';
const ThemeContext = createContext<Theme | null>(null);

/** The theme and the icons' defaults for everything below it. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const [choice, setChoice] = useState<ThemeChoice>(readChoice);
  const [isSystemDark, setSystemDark] = useState(readSystemDark);

  useEffect(() => {
    const query = darkQuery();
    const onChange = () => setSystemDark(query.matches);
    const onStorage = (event: StorageEvent) => event.key === themeKey && setChoice(readChoice());
    query.addEventListener('change', onChange);
    window.addEventListener('storage', onStorage);
    return () => {
      query.removeEventListener('change', onChange);
      window.removeEventListener('storage', onStorage);
    };
  }, []);

  const shown = choice === 'system' ? (isSystemDark ? 'dark' : 'light') : choice;
  useEffect(() => {
    document.documentElement.dataset['theme'] = shown;
    document
      .querySelector('meta[name=theme-color]')
      ?.setAttribute('content', shown === 'dark' ? '#0B0D11' : '#FAFAF7');
  }, [shown]);

  const theme = useMemo<Theme>(
    () => ({
      choice,
      shown,
      choose(next) {
        setChoice(next);
        try {
          localStorage.setItem(themeKey, next);
        } catch {
          // Storage is blocked: the choice holds for this page.
        }
      },
    }),
    [choice, shown],
  );
  return (
    <ThemeContext value={theme}>
      <IconDefaults>{children}</IconDefaults>
    </ThemeContext>
  );
}

export function useTheme(): Theme {
  const theme = useContext(ThemeContext);
  if (!theme) throw new Error('useTheme outside of ThemeProvider');
  return theme;
}

/** Pages that are rendered at build have no window; none of them depends on the theme. */
function readSystemDark(): boolean {
  return typeof window !== 'undefined' && darkQuery().matches;
}

function darkQuery(): MediaQueryList {
  return window.matchMedia('(prefers-color-scheme: dark)');
}

function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(themeKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}
