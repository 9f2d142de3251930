import { brand } from '@pocketfleet/rules';
import { Drawer, Logo, Tooltip } from '@pocketfleet/ui';
import clsx from 'clsx';
import {
  CircleQuestionMark,
  History,
  LogOut,
  type LucideIcon,
  PanelLeftClose,
  PanelLeftOpen,
  Settings,
  ShoppingBag,
  Smartphone,
  X,
} from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { paths } from '../../app/paths.ts';
import { useLogout } from './use-logout.ts';

const items: readonly { to: string; label: string; icon: LucideIcon }[] = [
  { to: paths.devices, label: 'Devices', icon: Smartphone },
  { to: paths.rent, label: 'Rent phones', icon: ShoppingBag },
  { to: paths.history, label: 'Usage history', icon: History },
  { to: paths.settings, label: 'Account settings', icon: Settings },
];

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
        <Action
          isRail={isRail}
          label={isRail ? 'Show labels' : 'Collapse'}
          icon={ToggleIcon}
          onClick={onToggle}
        />
      ) : null}
    </aside>
  );
}

type DrawerProps = { isOpen: boolean; onOpenChange(isOpen: boolean): void; onHelp(): void };

/** Under 1024 px: the same items in a drawer that keeps the focus. */
export function NavDrawer({ isOpen, onOpenChange, onHelp }: DrawerProps) {
  const close = () => onOpenChange(false);
  return (
    <Drawer isOpen={isOpen} onOpenChange={onOpenChange} title={`${brand.name} navigation`}>
      <div className="mb-4 flex items-center justify-between pl-2">
        <Logo />
        <button
          type="button"
          onClick={close}
          aria-label="Close navigation"
          className="inline-flex size-9 items-center justify-center rounded-control text-second hover:bg-hover"
        >
          <X size={18} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      <NavItems
        isRail={false}
        onNavigate={close}
        onHelp={() => {
          close();
          onHelp();
        }}
      />
    </Drawer>
  );
}

function NavItems(props: { isRail: boolean; onHelp(): void; onNavigate?: () => void }) {
  const { isRail, onHelp, onNavigate } = props;
  const logout = useLogout();
  const { pathname } = useLocation();
  return (
    <>
      <nav aria-label="Main" className="flex flex-1 flex-col gap-0.5">
        {items.map(({ to, label, icon: Icon }) => (
          <WithTooltip key={to} isRail={isRail} label={label}>
            <Link
              to={to}
              aria-label={isRail ? label : undefined}
              aria-current={isWithin(pathname, to) ? 'page' : undefined}
              {...(onNavigate ? { onClick: onNavigate } : {})}
              className={clsx(
                itemClass(isRail),
                isWithin(pathname, to) ? 'border-control/70 bg-hover text-main' : 'border-transparent',
              )}
            >
              <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
              {isRail ? null : label}
            </Link>
          </WithTooltip>
        ))}
      </nav>
      <Action isRail={isRail} label="Help" icon={CircleQuestionMark} onClick={onHelp} />
      <Action isRail={isRail} label="Logout" icon={LogOut} onClick={logout} />
    </>
  );
}

function Action(props: { isRail: boolean; label: string; icon: LucideIcon; onClick(): void }) {
  const { isRail, label, icon: Icon, onClick } = props;
  return (
    <WithTooltip isRail={isRail} label={label}>
      <button
        type="button"
        onClick={onClick}
        aria-label={isRail ? label : undefined}
        className={clsx(itemClass(isRail), 'border-transparent')}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        {isRail ? null : label}
      </button>
    </WithTooltip>
  );
}

function WithTooltip(props: { isRail: boolean; label: string; children: React.ReactElement }) {
  if (!props.isRail) return props.children;
  return (
    <Tooltip content={props.label} side="right">
      {props.children}
    </Tooltip>
  );
}

/** Whether a page is the item's or below it. */
function isWithin(pathname: string, to: string): boolean {
  return pathname === to || pathname.startsWith(`${to}/`);
}

function itemClass(isRail: boolean): string {
  return clsx(
    'flex h-9 shrink-0 items-center gap-3 rounded-control border font-medium text-body text-second transition-colors duration-120 hover:bg-hover hover:text-main',
    isRail ? 'w-10 justify-center' : 'w-full px-2.5',
  );
}
