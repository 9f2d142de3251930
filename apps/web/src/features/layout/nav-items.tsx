import { LazyBoundary, lazyWithRetry } from '@pocketfleet/ui';
import clsx from 'clsx';
import {
  CirclePlay,
  CircleQuestionMark,
  History,
  LogOut,
  Logs,
  type LucideIcon,
  MessageCircleQuestion,
  Settings,
  ShoppingBag,
  Smartphone,
  SquareTerminal,
  Users,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { Link, useLocation } from 'react-router';
import * as texts from '#language/layout';
import { useOpenQuestions } from '../../live/use-open-questions.ts';
import { paths } from '../../paths.ts';
import { teamId } from '../../team.ts';
import { useLogout } from './use-logout.ts';

/** Loaded with the rail, because only the rail needs tooltips. */
const RailTooltip = lazyWithRetry(() => import('./rail-tooltip.tsx'));

const items: readonly { to: string; label: string; icon: LucideIcon }[] = [
  { to: paths.devices, label: texts.devices, icon: Smartphone },
  { to: paths.rentNow, label: texts.rentPhones, icon: ShoppingBag },
  { to: paths.history, label: texts.usageHistory, icon: History },
  { to: paths.recordings, label: texts.recordings, icon: CirclePlay },
  { to: paths.keys, label: texts.programs, icon: SquareTerminal },
  { to: paths.questions, label: texts.questions, icon: MessageCircleQuestion },
  { to: paths.activity, label: texts.activity, icon: Logs },
  { to: paths.settings, label: texts.accountSettings, icon: Settings },
];

const teamItem = { to: paths.team, label: texts.team, icon: Users } as const;

/** The four pages (and in a team its own), Help and Logout, for the sidebar and the drawer. */
export function NavItems(props: { isRail: boolean; onHelp(): void; onNavigate?: () => void }) {
  const { isRail, onHelp, onNavigate } = props;
  const logout = useLogout();
  const { pathname } = useLocation();
  const isTeam = teamId !== null;
  const open = useOpenQuestions().length;
  return (
    <>
      <nav aria-label={texts.main} className="flex flex-1 flex-col gap-0.5">
        {(isTeam ? [...items.slice(0, -1), teamItem, ...items.slice(-1)] : items).map(
          ({ to, label, icon: Icon }) => (
            <WithTooltip key={to} isRail={isRail} label={label}>
              <Link
                to={to}
                aria-label={isRail ? nameOf(to, label, open) : undefined}
                aria-current={isWithin(pathname, to) ? 'page' : undefined}
                {...(onNavigate ? { onClick: onNavigate } : {})}
                className={clsx(
                  itemClass(isRail),
                  isWithin(pathname, to)
                    ? 'border-control/70 bg-hover text-main'
                    : 'border-transparent text-second',
                )}
              >
                <Icon size={16} />
                {isRail ? null : label}
                {to === paths.questions && open > 0 ? <Counter count={open} isRail={isRail} /> : null}
              </Link>
            </WithTooltip>
          ),
        )}
      </nav>
      <NavAction isRail={isRail} label={texts.help} icon={CircleQuestionMark} onClick={onHelp} />
      <NavAction isRail={isRail} label={texts.logout} icon={LogOut} onClick={logout} />
    </>
  );
}

/** Of open questions. */
function Counter({ count, isRail }: { count: number; isRail: boolean }) {
  return (
    <span
      className={clsx(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-lime px-1 font-mono text-caption text-ink tabular-nums',
        isRail ? '-top-1 -right-1 absolute' : 'ml-auto',
      )}
    >
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="sr-only">{texts.openQuestions(count)}</span>
    </span>
  );
}

function nameOf(to: string, label: string, open: number): string {
  return to === paths.questions && open > 0 ? `${label}: ${texts.openQuestions(open)}` : label;
}

export function NavAction(props: { isRail: boolean; label: string; icon: LucideIcon; onClick(): void }) {
  const { isRail, label, icon: Icon, onClick } = props;
  return (
    <WithTooltip isRail={isRail} label={label}>
      <button
        type="button"
        onClick={onClick}
        aria-label={isRail ? label : undefined}
        className={clsx(itemClass(isRail), 'border-transparent text-second')}
      >
        <Icon size={16} />
        {isRail ? null : label}
      </button>
    </WithTooltip>
  );
}

function WithTooltip(props: { isRail: boolean; label: string; children: ReactElement }) {
  if (!props.isRail) return props.children;
  return (
    <LazyBoundary what={texts.theName} isQuiet waiting={props.children} instead={props.children}>
      <RailTooltip label={props.label}>{props.children}</RailTooltip>
    </LazyBoundary>
  );
}

/** True when a page is the item's or below it. */
function isWithin(pathname: string, to: string): boolean {
  const [path = ''] = to.split('?');
  return pathname === path || pathname.startsWith(`${path}/`);
}

function itemClass(isRail: boolean): string {
  return clsx(
    'relative flex h-9 shrink-0 items-center gap-3 rounded-control border font-medium text-body transition-colors duration-120 hover:bg-hover hover:text-main',
    isRail ? 'w-10 justify-center' : 'w-full px-2.5',
  );
}
