import { useEffect, useState } from 'react';
import { Logo, PageHeader, Segmented, SkipLink, Toaster } from '../src/index.ts';
import { Controls } from './controls.tsx';
import { Data } from './data.tsx';
import { Fields } from './fields.tsx';
import { Foundations } from './foundations.tsx';
import { Messages } from './messages.tsx';
import { Overlays } from './overlays.tsx';
import { Phones } from './phones.tsx';

type Theme = 'light' | 'dark';

/** `?theme=dark` opens it dark. */
export function Gallery() {
  const [theme, setTheme] = useState<Theme>(() =>
    new URLSearchParams(location.search).get('theme') === 'dark' ? 'dark' : 'light',
  );
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
  }, [theme]);
  return (
    <>
      <SkipLink />
      <header className="sticky top-0 z-20 border-hairline border-b bg-page">
        <div className="mx-auto flex h-14 max-w-[1100px] items-center justify-between px-6">
          <Logo />
          <Segmented
            label="Theme"
            value={theme}
            options={[
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            onChange={(next) => setTheme(next)}
          />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto max-w-[1100px] px-6 pt-12 pb-32 text-main">
        <PageHeader
          title="Building blocks"
          lead="Everything that site and console are made of. Hover, focus and press them to see those states. Many are also shown on ink, which stays dark in both themes."
        />
        <Foundations />
        <Controls />
        <Fields />
        <Messages />
        <Data />
        <Phones />
        <Overlays />
      </main>
      <Toaster theme={theme} />
    </>
  );
}
