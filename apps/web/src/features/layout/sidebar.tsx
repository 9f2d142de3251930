import clsx from 'clsx';
import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import * as texts from '#language/layout';
import { NavAction, NavItems } from './nav-items.tsx';

type SidebarProps = { isRail: boolean; canToggle: boolean; onToggle(): void; onHelp(): void };

/** From 1024 px on: 224 px wide, or a rail of 64 px. */
export function Sidebar({ isRail, canToggle, onToggle, onHelp }: SidebarProps) {
  const ToggleIcon = isRail ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside
      className={clsx(
        'fixed top-14 bottom-0 left-0 z-20 hidden flex-col border-hairline border-r bg-page p-3 lg:flex',
        isRail ? 'w-16' : 'w-56',
      )}
    >
      <NavItems isRail={isRail} onHelp={onHelp} />
      {canToggle ? (
        <NavAction
          isRail={isRail}
          label={isRail ? texts.showLabels : texts.collapse}
          icon={ToggleIcon}
          onClick={onToggle}
        />
      ) : null}
    </aside>
  );
}
