import type { Permission, PhoneRow } from '@pocketfleet/contract';
import { timeRemaining } from '@pocketfleet/rules';
import { WithExactTime } from '@pocketfleet/ui';
import { BatteryCharging, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { Cut, None } from '../../parts/cells.tsx';
import type { Column } from '../../parts/long-table.tsx';
import { menuColumn } from '../../parts/row-menu.tsx';
import { exactMoment } from '../../parts/words.ts';
import { phoneActs } from './phone-acts.ts';
import { PhoneState } from './phone-state.tsx';
import { Thumbnail } from './thumbnail.tsx';

/** Above this a battery is hot: the alarm's limit is the server's, this only colours the figure. */
const warmTenths = 420;

export function fleetColumns(permissions: readonly Permission[], nowMs: number): Column<PhoneRow>[] {
  return [
    {
      key: 'tag',
      title: 'Tag',
      widthPx: 112,
      isSortable: true,
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
    { key: 'model', title: 'Model', widthPx: 140, cell: (phone) => <Cut text={phone.model} /> },
    {
      key: 'host',
      title: 'Host',
      widthPx: 100,
      isSortable: true,
      cell: (phone) => <Cut text={phone.host_name} isMono />,
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
              <TriangleAlert size={16} strokeWidth={1.75} className="text-error" aria-hidden="true" />
            </Link>
          ) : null}
        </span>
      ),
    },
    {
      key: 'battery',
      title: 'Battery',
      widthPx: 88,
      isSortable: true,
      cell: ({ battery_level, charging }) =>
        battery_level === null ? (
          <None />
        ) : (
          <span className="inline-flex items-center gap-1 font-mono text-small tabular-nums">
            {battery_level} %
            {charging ? <BatteryCharging size={14} strokeWidth={1.75} aria-label="charging" /> : null}
          </span>
        ),
    },
    {
      key: 'temperature',
      title: 'Temp.',
      widthPx: 84,
      isSortable: true,
      cell: ({ battery_temperature_tenths: tenths }) =>
        tenths === null ? (
          <None />
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
        if (tenant) return <Cut text={tenant.username} />;
        if (!next_tenant) return <None />;
        return <Cut text={`next: ${next_tenant.username}`} isQuiet />;
      },
    },
    {
      key: 'time_left',
      title: 'Time left',
      widthPx: 96,
      isSortable: true,
      cell: ({ tenant }) =>
        tenant ? (
          <WithExactTime
            exact={tenant.expires_at ? `Until ${exactMoment(tenant.expires_at)}` : 'Until somebody ends it'}
            className="font-mono text-small tabular-nums"
          >
            {tenant.expires_at ? timeRemaining(Date.parse(tenant.expires_at), nowMs) : 'Open'}
          </WithExactTime>
        ) : (
          <None />
        ),
    },
    { key: 'label', title: 'Label', widthPx: 110, cell: (phone) => <Cut text={phone.label} isQuiet /> },
    menuColumn(permissions, (phone) => ({ label: phone.tag, acts: phoneActs(phone, nowMs) })),
  ];
}
