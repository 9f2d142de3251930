import { useState } from 'react';

export type PanelTab = 'shell' | 'files' | 'apps' | 'clipboard' | 'steps' | 'debug' | 'inspect' | 'stats';

export type Panel = {
  tab: PanelTab;
  isShown: boolean;
  /** Tabs that have been opened once. They stay mounted: a shell starts when its tab is first opened and runs on. */
  opened: ReadonlySet<PanelTab>;
  /** How often the shell was entered, which gives it the focus. Passing its tab with the arrow keys doesn't count. */
  shellEntries: number;
  /** Shows a tab without giving it the focus. */
  show(tab: PanelTab): void;
  /** Shows a tab because of a click or Enter. */
  enter(tab: PanelTab): void;
  toggle(tab: PanelTab): void;
  close(): void;
};

/** The side panel of the session page, with the phone's tools. */
export function usePanel(): Panel {
  const [tab, setTab] = useState<PanelTab>('shell');
  const [isShown, setShown] = useState(false);
  const [opened, setOpened] = useState<ReadonlySet<PanelTab>>(new Set());
  const [shellEntries, setShellEntries] = useState(0);
  const show = (next: PanelTab) => {
    setTab(next);
    setShown(true);
    setOpened((before) => new Set([...before, next]));
  };
  const enter = (next: PanelTab) => {
    show(next);
    if (next === 'shell') setShellEntries((count) => count + 1);
  };
  const close = () => setShown(false);
  const toggle = (next: PanelTab) => (isShown && tab === next ? close() : enter(next));
  return { tab, isShown, opened, shellEntries, show, enter, toggle, close };
}
