import type { Permission } from '@pocketfleet/contract';
import clsx from 'clsx';
import {
  BadgeDollarSign,
  Building2,
  CalendarDays,
  CreditCard,
  IdCard,
  Inbox,
  type LucideIcon,
  MessageSquare,
  Scale,
  ScrollText,
  Server,
  ShoppingBag,
  Smartphone,
  Sparkles,
  TriangleAlert,
  Users,
} from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { useApiQuery } from '../../api/use-api-query.ts';
import { paths } from '../../paths.ts';
import { useSession } from '../../session.ts';

type Badge = 'open_alarms' | 'open_requests' | 'open_messages' | 'phones_cleaning';
type Item = { to: string; label: string; icon: LucideIcon; permission: Permission | null; badge?: Badge };

/** In the order of daily work: what waits for an answer, the phones, money and customers, then the rare pages. */
const items: readonly Item[] = [
  { to: paths.now, label: 'Needs you now', icon: Inbox, permission: null },
  {
    to: paths.requests,
    label: 'Sales requests',
    icon: BadgeDollarSign,
    permission: 'orders_view',
    badge: 'open_requests',
  },
  {
    to: paths.messages,
    label: 'Contact messages',
    icon: MessageSquare,
    permission: 'customers_view',
    badge: 'open_messages',
  },
  {
    to: paths.alarms,
    label: 'Alarms',
    icon: TriangleAlert,
    permission: 'fleet_view',
    badge: 'open_alarms',
  },
  { to: paths.fleet, label: 'Fleet', icon: Smartphone, permission: 'fleet_view' },
  { to: paths.calendar, label: 'Calendar', icon: CalendarDays, permission: 'fleet_view' },
  {
    to: paths.cleanings,
    label: 'Cleaning queue',
    icon: Sparkles,
    permission: 'fleet_view',
    badge: 'phones_cleaning',
  },
  { to: paths.orders, label: 'Orders', icon: ShoppingBag, permission: 'orders_view' },
  { to: paths.payments, label: 'Payments', icon: CreditCard, permission: 'orders_view' },
  { to: paths.customers, label: 'Customers', icon: Users, permission: 'customers_view' },
  { to: paths.workspaces, label: 'Workspaces', icon: Building2, permission: 'customers_view' },
  { to: paths.hosts, label: 'Hosts', icon: Server, permission: 'fleet_view' },
  { to: paths.integrityChecks, label: 'Money and inventory', icon: Scale, permission: 'audit_view' },
  { to: paths.audit, label: 'Audit log', icon: ScrollText, permission: 'audit_view' },
  { to: paths.colleagues, label: 'Colleagues', icon: IdCard, permission: 'operators_manage' },
];

/** The pages that the operator's role may see, each with the number of its open items. */
export function NavItems({ onNavigate }: { onNavigate?: () => void }) {
  const { permissions } = useSession();
  const summary = useApiQuery('getSummary').data;
  const { pathname } = useLocation();
  return (
    <nav aria-label="Main" className="flex flex-1 flex-col gap-0.5">
      {items
        .filter(({ permission }) => permission === null || permissions.includes(permission))
        .map(({ to, label, icon: Icon, badge }) => {
          const isHere = isWithin(pathname, to);
          const waiting = badge && summary ? summary[badge] : 0;
          return (
            <Link
              key={to}
              to={to}
              aria-current={isHere ? 'page' : undefined}
              {...(onNavigate ? { onClick: onNavigate } : {})}
              className={clsx(
                'flex h-9 w-full shrink-0 items-center gap-2.5 whitespace-nowrap rounded-control border px-2 font-medium text-body hover:bg-hover hover:text-main',
                isHere ? 'border-control/70 bg-hover text-main' : 'border-transparent text-second',
              )}
            >
              <Icon size={16} />
              <span className="flex-1">{label}</span>
              {waiting > 0 ? (
                <span
                  className={clsx(
                    'rounded-full px-1.5 font-mono text-caption tabular-nums',
                    badge === 'open_alarms' ? 'bg-error-tint text-error' : 'bg-sunken text-main',
                  )}
                >
                  {waiting}
                  <span className="sr-only"> open</span>
                </span>
              ) : null}
            </Link>
          );
        })}
    </nav>
  );
}

/** True when a page is the item's or below it; phones belong to the fleet. */
function isWithin(pathname: string, to: string): boolean {
  if (to === paths.fleet && pathname.startsWith('/phones/')) return true;
  return pathname === to || pathname.startsWith(`${to}/`);
}
