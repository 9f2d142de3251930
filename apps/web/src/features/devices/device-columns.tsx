// The columns of the devices list. A column is one object here: its head, its width, its order and its cell.
import type { Device } from '@pocketfleet/contract';
import { timeRemaining } from '@pocketfleet/rules';
import { BatteryBar, type Column, IconButton, StatusDot, WithExactTime } from '@pocketfleet/ui';
import { formatLocalMoment, formatShortMoment } from '@pocketfleet/ui/format';
import { CalendarPlus, Share2, Tag } from 'lucide-react';
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
  onShare(device: Device): void;
  selection: DeviceSelection;
  /** The actions that the customer's role allows. */
  may: { readonly rent: boolean; readonly label: boolean; readonly share: boolean };
};

export function deviceColumns(options: DeviceColumnOptions): Column<Device>[] {
  const { now, onManage, onLabel, onShare, selection, may } = options;
  return [
    {
      key: 'tag',
      title: texts.tag,
      widthPx: 225,
      sortBy: ({ tag }) => tag,
      cell: (device, order) => (
        <span className="inline-flex items-center gap-1 align-middle font-medium font-mono text-small">
          <SelectBox device={device} selection={selection} order={order} />
          <span className="ml-1">{device.tag}</span>
          <IconButton
            label={texts.label(device.tag)}
            title={
              !may.label
                ? texts.cannotLabel
                : device.label === null
                  ? texts.giveItALabel
                  : texts.changeTheLabel
            }
            icon={<Tag size={14} />}
            size="small"
            aria-disabled={!may.label}
            onClick={() => may.label && onLabel(device)}
            className="pointer-coarse:-my-2 opacity-0 focus-visible:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100 max-sm:opacity-100 [@media(hover:none)]:opacity-100"
          />
        </span>
      ),
    },
    {
      key: 'model',
      title: texts.model,
      widthPx: 160,
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
      widthPx: 175,
      isMono: true,
      isMultiline: true,
      // A rental without an end comes after all others.
      sortBy: (device) => expiryOf(device) ?? Number.MAX_SAFE_INTEGER,
      cell: (device) => <TimeRemaining device={device} now={now} />,
    },
    {
      key: 'status',
      title: texts.status,
      widthPx: 145,
      sortBy: (device) => deviceStatuses.indexOf(statusOf(device)),
      cell: (device) => <StatusDot kind={statusOf(device)}>{statusLabels[statusOf(device)]}</StatusDot>,
    },
    {
      key: 'battery',
      title: texts.battery,
      widthPx: 145,
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
      widthPx: 310,
      foldedWidthPx: 130,
      isRight: true,
      isAction: true,
      cell: (device) => (
        <span className="inline-flex items-center justify-end gap-1.5">
          <StreamLink device={device} now={now} />
          {may.share ? (
            <IconButton
              label={texts.share(device.tag)}
              icon={<Share2 size={16} />}
              size="small"
              onClick={() => onShare(device)}
            />
          ) : null}
          <IconButton
            label={texts.extendOrHandBack(device.tag)}
            title={may.rent ? texts.extendOrHandBackLabel : texts.cannotExtend}
            icon={<CalendarPlus size={16} />}
            size="small"
            aria-disabled={!may.rent}
            onClick={() => may.rent && onManage(device)}
            className="-mr-2 aria-disabled:opacity-50"
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
        <span className="font-sans">{texts.starts}</span> {formatLocalMoment(Date.parse(device.starts_at))}
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
