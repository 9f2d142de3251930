// The columns of the devices list. A column is one object here: its head, its width, its order and its cell.
import type { Device } from '@pocketfleet/contract';
import { timeRemaining } from '@pocketfleet/rules';
import { BatteryBar, type Column, IconButton, StatusDot, WithExactTime } from '@pocketfleet/ui';
import { formatShortMoment } from '@pocketfleet/ui/format';
import { CalendarPlus, Tag } from 'lucide-react';
import * as texts from '#language/devices';
import { type DeviceStatus, deviceStatuses, expiryOf, statusOf } from './device-view.ts';
import { SelectBox } from './select-box.tsx';
import { StreamLink } from './stream-link.tsx';
import type { DeviceSelection } from './use-selection.ts';

export type DeviceColumnOptions = {
  now: number;
  /** Opens the dialog to extend a rental or hand the phone back. */
  onManage(device: Device): void;
  /** Opens the dialog to label a phone. */
  onLabel(device: Device): void;
  selection: DeviceSelection;
};

export function deviceColumns({ now, onManage, onLabel, selection }: DeviceColumnOptions): Column<Device>[] {
  return [
    {
      key: 'tag',
      title: texts.tag,
      widthPx: 200,
      sortBy: ({ tag }) => tag,
      cell: (device, order) => (
        <span className="inline-flex items-center gap-1 align-middle font-medium font-mono text-small">
          <SelectBox device={device} selection={selection} order={order} />
          <span className="ml-1">{device.tag}</span>
          <IconButton
            label={texts.label(device.tag)}
            title={device.label === null ? texts.giveItALabel : texts.changeTheLabel}
            icon={<Tag size={14} />}
            size="small"
            onClick={() => onLabel(device)}
            className="pointer-coarse:-my-2 opacity-0 focus-visible:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100 max-sm:opacity-100 [@media(hover:none)]:opacity-100"
          />
        </span>
      ),
    },
    {
      key: 'model',
      title: texts.model,
      widthPx: 180,
      isMultiline: true,
      isOwnLine: true,
      sortBy: ({ model }) => model,
      cell: ({ model, label }) => (
        <>
          <span className="line-clamp-1 break-all" title={model}>
            {model}
          </span>
          {label === null ? null : (
            <span className="line-clamp-1 break-all text-second text-small" title={label}>
              {label}
            </span>
          )}
        </>
      ),
    },
    {
      key: 'time',
      title: texts.timeRemaining,
      widthPx: 195,
      isMono: true,
      isMultiline: true,
      // A rental without an end comes after all others.
      sortBy: (device) => expiryOf(device) ?? Number.MAX_SAFE_INTEGER,
      cell: (device) => <TimeRemaining device={device} now={now} />,
    },
    {
      key: 'status',
      title: texts.status,
      widthPx: 160,
      sortBy: (device) => deviceStatuses.indexOf(statusOf(device)),
      cell: (device) => <StatusDot kind={statusOf(device)}>{statusLabels[statusOf(device)]}</StatusDot>,
    },
    {
      key: 'battery',
      title: texts.battery,
      widthPx: 170,
      sortBy: ({ battery_state }) => battery_state ?? -1,
      cell: (device) => (
        <BatteryBar
          percent={statusOf(device) === 'scheduled' ? null : device.battery_state}
          isStale={statusOf(device) === 'offline'}
        />
      ),
    },
    {
      key: 'stream',
      title: texts.stream,
      widthPx: 250,
      foldedWidthPx: 130,
      isRight: true,
      isAction: true,
      cell: (device) => (
        <span className="inline-flex items-center justify-end gap-1.5">
          <StreamLink device={device} now={now} />
          <IconButton
            label={texts.extendOrHandBack(device.tag)}
            title={texts.extendOrHandBackLabel}
            icon={<CalendarPlus size={16} />}
            size="small"
            onClick={() => onManage(device)}
            className="-mr-2"
          />
        </span>
      ),
    },
  ];
}

const statusLabels: Record<DeviceStatus, string> = {
  online: texts.online,
  offline: texts.offline,
  scheduled: texts.scheduledLabel,
};

/** In its last hour a rental "ends soon". */
const endsSoonMs = 60 * 60_000;

function TimeRemaining({ device, now }: { device: Device; now: number }) {
  if (statusOf(device) === 'scheduled') {
    return (
      <span className="text-second">
        <span className="font-sans">{texts.starts}</span> {formatShortMoment(Date.parse(device.starts_at))}
      </span>
    );
  }
  const expiresAt = expiryOf(device);
  const remaining = timeRemaining(expiresAt, now);
  if (expiresAt === null) return <span className="text-third">{remaining}</span>;
  if (expiresAt <= now) return <span className="font-sans text-error">{remaining}</span>;
  const endsSoon = expiresAt - now < endsSoonMs;
  return (
    <WithExactTime
      exact={texts.until(formatShortMoment(expiresAt))}
      {...(endsSoon ? { className: 'text-warning' } : {})}
    >
      <span className={endsSoon ? 'font-medium' : undefined}>{remaining}</span>
      {endsSoon ? <span className="ml-2 font-sans">{texts.endsSoon}</span> : null}
    </WithExactTime>
  );
}
