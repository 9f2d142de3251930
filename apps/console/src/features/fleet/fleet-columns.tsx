import type { Permission, PhoneRow } from '@pocketfleet/contract';
import { timeRemaining } from '@pocketfleet/rules';
import { type Column, WithExactTime } from '@pocketfleet/ui';
import { formatExactMoment } from '@pocketfleet/ui/format';
import { BatteryCharging, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { NoValue, Truncate } from '../../parts/cells.tsx';
import { menuColumn } from '../../parts/row-menu.tsx';
import { paths } from '../../paths.ts';
import { phoneActions } from './phone-actions.ts';
import { PhoneState } from './phone-state.tsx';
import { Thumbnail } from './thumbnail.tsx';

/** From here on the figure is red. The alarm has a limit of its own, on the server. */
const warmTenths = 420;
/** Sorts a rental without an end after all others. */
const endless = Number.MAX_SAFE_INTEGER;

export function fleetColumns(permissions: readonly Permission[], nowMs: number): Column<PhoneRow>[] {
  return [
    {
      key: 'tag',
      title: 'Tag',
      widthPx: 112,
      sortBy: (phone) => phone.tag,
      cell: (phone) => (
        <Link to={paths.phone(phone.id)} className="font-medium font-mono text-small hover:underline">
          {phone.tag}
        </Link>
      ),
    },
    {
      key: 'screen',
      title: 'Screen',
      widthPx: 62,
      cell: (phone) => <Thumbnail phone={phone} everyMs={15_000} />,
    },
    { key: 'model', title: 'Model', widthPx: 140, cell: (phone) => <Truncate text={phone.model} /> },
    {
      key: 'host',
      title: 'Host',
      widthPx: 100,
      sortBy: (phone) => phone.host_name,
      cell: (phone) => <Truncate text={phone.host_name} isMono />,
    },
    {
      key: 'state',
      title: 'State',
      widthPx: 130,
      cell: (phone) => (
        <span className="inline-flex items-center gap-2">
          <PhoneState phone={phone} />
          {phone.open_alarm_count > 0 ? (
            <Link to={paths.alarms} aria-label={`Open alarms of ${phone.tag}: ${phone.open_alarm_count}`}>
              <TriangleAlert size={16} className="text-error" />
            </Link>
          ) : null}
        </span>
      ),
    },
    {
      key: 'battery',
      title: 'Battery',
      widthPx: 88,
      sortBy: (phone) => phone.battery_level,
      cell: ({ battery_level, charging }) =>
        battery_level === null ? (
          <NoValue />
        ) : (
          <span className="inline-flex items-center gap-1.5 font-mono text-small tabular-nums">
            {battery_level}%{charging ? <BatteryCharging size={14} aria-label="charging" /> : null}
          </span>
        ),
    },
    {
      key: 'temperature',
      title: 'Temp.',
      widthPx: 84,
      sortBy: (phone) => phone.battery_temperature_tenths,
      cell: ({ battery_temperature_tenths: tenths }) =>
        tenths === null ? (
          <NoValue />
        ) : (
          <span className={`font-mono text-small tabular-nums ${tenths >= warmTenths ? 'text-error' : ''}`}>
            {(tenths / 10).toFixed(1)} °C
          </span>
        ),
    },
    {
      key: 'tenant',
      title: 'Tenant',
      widthPx: 130,
      cell: ({ tenant, next_tenant }) => {
        if (tenant) return <Truncate text={tenant.username} />;
        if (!next_tenant) return <NoValue />;
        return <Truncate text={`next: ${next_tenant.username}`} isQuiet />;
      },
    },
    {
      key: 'time_left',
      title: 'Time left',
      widthPx: 96,
      sortBy: ({ tenant }) => tenant && (tenant.expires_at ? Date.parse(tenant.expires_at) : endless),
      cell: ({ tenant }) =>
        tenant ? (
          <WithExactTime
            exact={
              tenant.expires_at ? `Until ${formatExactMoment(tenant.expires_at)}` : 'Until somebody ends it'
            }
            className="font-mono text-small tabular-nums"
          >
            {tenant.expires_at ? timeRemaining(Date.parse(tenant.expires_at), nowMs) : 'Open'}
          </WithExactTime>
        ) : (
          <NoValue />
        ),
    },
    { key: 'label', title: 'Label', widthPx: 110, cell: (phone) => <Truncate text={phone.label} isQuiet /> },
    menuColumn(permissions, (phone) => ({ label: phone.tag, actions: phoneActions(phone, nowMs) })),
  ];
}
