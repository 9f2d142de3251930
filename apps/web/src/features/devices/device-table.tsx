import type { Device } from '@pocketfleet/contract';
import { timeRemaining } from '@pocketfleet/rules';
import {
  BatteryBar,
  buttonClass,
  SortHeader,
  StatusDot,
  Table,
  TableFrame,
  Td,
  Th,
  Tr,
} from '@pocketfleet/ui';
import { CalendarPlus, Play, Tag } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { paths } from '../../app/paths.ts';
import { type DeviceStatus, type DeviceView, expiryOf, type SortKey, statusOf } from './device-view.ts';
import { momentInWords, opensIn } from './moments.ts';
import { useStreamAhead } from './use-stream-ahead.ts';
import { useStreamGuard } from './use-stream-guard.ts';

const columns: readonly { key: SortKey; label: string; width: string }[] = [
  { key: 'tag', label: 'Tag', width: 'w-[11%] max-sm:w-full' },
  { key: 'model', label: 'Model', width: 'w-[24%] max-sm:hidden' },
  { key: 'time', label: 'Time Remaining', width: 'w-[19%] max-sm:hidden' },
  { key: 'status', label: 'Status', width: 'w-[14%] max-sm:hidden' },
  { key: 'battery', label: 'Battery', width: 'w-[17%] max-sm:hidden' },
];

const statusWords: Record<DeviceStatus, string> = {
  online: 'Online',
  offline: 'Offline',
  scheduled: 'Scheduled',
};

/** Under this many minutes a rental "ends soon". */
const endsSoonMs = 60 * 60_000;

type Props = {
  devices: readonly Device[];
  view: Pick<DeviceView, 'sort' | 'direction'>;
  now: number;
  onSort(change: Pick<DeviceView, 'sort' | 'direction'>): void;
  /** Extend or hand back. */
  onManage(device: Device): void;
  /** Give it a name. */
  onLabel(device: Device): void;
};

export function DeviceTable({ devices, view, now, onSort, onManage, onLabel }: Props) {
  return (
    <TableFrame label="Your phones">
      <Table className="sm:min-w-[680px]">
        <thead>
          <tr>
            {columns.map(({ key, label, width }) => (
              <SortHeader
                key={key}
                className={width}
                direction={view.sort === key ? view.direction : null}
                onSort={() =>
                  onSort({
                    sort: key,
                    direction: view.sort === key && view.direction === 'asc' ? 'desc' : 'asc',
                  })
                }
              >
                {label}
              </SortHeader>
            ))}
            <Th className="text-right max-lg:sticky max-lg:top-auto max-lg:right-0">Stream</Th>
          </tr>
        </thead>
        <tbody>
          {devices.map((device) => (
            <DeviceRow
              key={device.assignment_id}
              device={device}
              now={now}
              onManage={() => onManage(device)}
              onLabel={() => onLabel(device)}
            />
          ))}
        </tbody>
      </Table>
    </TableFrame>
  );
}

type RowProps = { device: Device; now: number; onManage(): void; onLabel(): void };

function DeviceRow({ device, now, onManage, onLabel }: RowProps) {
  const navigate = useNavigate();
  const mayStream = useStreamGuard(() => navigate(paths.stream(device.id)));
  const ahead = useStreamAhead(device);
  const status = statusOf(device);
  return (
    <Tr>
      <Td className="max-sm:py-2.5">
        <span className="inline-flex items-center gap-1 whitespace-nowrap font-medium font-mono text-small">
          {device.tag}
          <button
            type="button"
            aria-label={`Label ${device.tag}`}
            title={device.label === null ? 'Give it a label' : 'Change the label'}
            onClick={onLabel}
            className="inline-flex size-7 pointer-coarse:-my-2 pointer-coarse:size-11 items-center justify-center rounded-small text-third opacity-0 hover:bg-segment hover:text-main focus-visible:opacity-100 group-focus-within/row:opacity-100 group-hover/row:opacity-100 max-sm:opacity-100 [@media(hover:none)]:opacity-100"
          >
            <Tag size={14} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </span>
        <NarrowFacts device={device} now={now} />
      </Td>
      <Td className="max-sm:hidden">
        <ModelAndLabel device={device} />
      </Td>
      <Td className="whitespace-nowrap font-mono text-small max-sm:hidden">
        <TimeCell device={device} now={now} />
      </Td>
      <Td className="max-sm:hidden">
        <StatusCell device={device} />
      </Td>
      <Td className="max-sm:hidden">
        <BatteryCell device={device} />
      </Td>
      <Td className="whitespace-nowrap bg-surface text-right text-small group-hover/row:bg-hover group-last/row:rounded-br-card group-focus-within/row:bg-hover max-lg:sticky max-lg:right-0">
        <span className="inline-flex items-center justify-end gap-1.5">
          {status === 'online' ? (
            <Link
              to={paths.stream(device.id)}
              aria-label={`Stream ${device.tag}`}
              {...ahead}
              onClick={(event) => {
                if (!mayStream(device)) event.preventDefault();
              }}
              className={`${buttonClass('secondary', 'small')} group-focus-within/row:border-transparent group-focus-within/row:bg-primary group-focus-within/row:text-on-primary group-hover/row:border-transparent group-hover/row:bg-primary group-hover/row:text-on-primary`}
            >
              <Play aria-hidden="true" strokeWidth={1.75} />
              Stream
            </Link>
          ) : (
            <span className="text-third">
              {status === 'offline' ? 'Phone is offline' : opensIn(Date.parse(device.starts_at), now)}
            </span>
          )}
          <button
            type="button"
            aria-label={`Extend or hand back ${device.tag}`}
            title="Extend or hand back"
            onClick={onManage}
            className="-mr-2 inline-flex size-7 pointer-coarse:size-11 items-center justify-center rounded-small text-third hover:bg-segment hover:text-main group-hover/row:text-second"
          >
            <CalendarPlus size={16} strokeWidth={1.75} aria-hidden="true" />
          </button>
        </span>
      </Td>
    </Tr>
  );
}

/** On a narrow screen the tag's cell holds what the other columns would, so that nothing has to be scrolled for. */
function NarrowFacts({ device, now }: { device: Device; now: number }) {
  return (
    <div className="sm:hidden">
      <ModelAndLabel device={device} />
      <span className="mt-0.5 flex flex-wrap items-center gap-x-3 gap-y-0.5 text-small">
        <StatusCell device={device} />
        <BatteryCell device={device} />
        <span className="font-mono">
          <TimeCell device={device} now={now} />
        </span>
      </span>
    </div>
  );
}

function ModelAndLabel({ device: { model, label } }: { device: Device }) {
  return (
    <div className={label === null ? undefined : 'sm:py-1.5'}>
      <span className="line-clamp-1 break-all" title={model}>
        {model}
      </span>
      {label === null ? null : (
        <span className="line-clamp-1 break-all text-second text-small" title={label}>
          {label}
        </span>
      )}
    </div>
  );
}

function StatusCell({ device }: { device: Device }) {
  const status = statusOf(device);
  return <StatusDot kind={status}>{statusWords[status]}</StatusDot>;
}

function BatteryCell({ device }: { device: Device }) {
  const status = statusOf(device);
  return (
    <BatteryBar
      percent={status === 'scheduled' ? null : device.battery_state}
      isStale={status === 'offline'}
    />
  );
}

function TimeCell({ device, now }: { device: Device; now: number }) {
  if (statusOf(device) === 'scheduled') {
    return (
      <span className="text-second">
        <span className="font-sans">Starts</span> {momentInWords(Date.parse(device.starts_at))}
      </span>
    );
  }
  const expiresAt = expiryOf(device);
  const words = timeRemaining(expiresAt, now);
  if (expiresAt === null) return <span className="text-third">{words}</span>;
  const absolute = `Until ${momentInWords(expiresAt)}`;
  if (expiresAt <= now) return <span className="font-sans text-error">{words}</span>;
  if (expiresAt - now < endsSoonMs) {
    return (
      <span className="text-warning" title={absolute}>
        <span className="font-medium">{words}</span> <span className="ml-1 font-sans">Ends soon</span>
      </span>
    );
  }
  return <span title={absolute}>{words}</span>;
}
