import type { Device } from '@pocketfleet/contract';
import { Button, EmptyState, LazyBoundary, lazyWithRetry, Slider } from '@pocketfleet/ui';
import { LayoutDashboard, MonitorOff, Pause, Play } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import * as texts from '#language/mosaic';
import { useCutOffState } from '../../live/live-events-provider.tsx';
import { useOpenQuestions } from '../../live/use-open-questions.ts';
import { paths } from '../../paths.ts';
import { statusOf } from './device-view.ts';
import { frameAddress } from './frame-link.ts';
import { mosaicScale, readMosaicScale, writeMosaicScale } from './mosaic-scale.ts';
import { MosaicTile } from './mosaic-tile.tsx';
import { SelectRow } from './select-row.tsx';
import { usePopups } from './use-popups.ts';
import type { DeviceSelection } from './use-selection.ts';
import { useStreamGuard } from './use-stream-guard.ts';
import { useTiles } from './use-tiles.ts';

const RentalOverDialog = lazyWithRetry(() => import('./rental-over-dialog.tsx'));

type Props = {
  /** All of the customer's phones. */
  devices: readonly Device[];
  /** Those of them that match the search and the filters. */
  matching: readonly Device[];
  /** Of phones whose rental is over, those that match the search and the filters as well. */
  matchingOver(over: readonly Device[]): readonly Device[];
  /** How old the list is, after the number of phones. */
  note: ReactNode;
  filters: ReactNode;
  noMatch: ReactNode;
  actions: ReactNode;
  selection: DeviceSelection;
};

/** Phones live, in their bodies. Arrow keys move, Enter opens, P pauses all. */
export function Mosaic({
  devices,
  matching,
  matchingOver,
  note,
  filters,
  noMatch,
  actions,
  selection,
}: Props) {
  const [scale, setScale] = useState(() => readMosaicScale(document));
  const [isPaused, setPaused] = useState(false);
  const grid = useRef<HTMLUListElement>(null);
  const popups = usePopups();
  const asked = new Set(useOpenQuestions().map(({ phone }) => phone.id));
  const navigate = useNavigate();
  const open = (device: Device) => navigate(paths.stream(device.id));
  const mayStream = useStreamGuard(open);
  const live = useLiveCount();
  /** Grey while nothing new comes: the count is of what was known before. */
  const greyWhenOld = useCutOffState() === null ? 'text-second' : 'text-third';
  const isStreamable = (device: Device) => statusOf(device) === 'online' && Boolean(device.streaming_url);
  const streamable = devices.filter(isStreamable);
  const isOver = ({ id }: Device) => !devices.some((each) => each.id === id);
  const { tiles: placed, remove } = useTiles(devices, isStreamable);
  const shownIds = new Set([...matching, ...matchingOver(placed.filter(isOver))].map(({ id }) => id));
  const tiles = placed.filter(({ id }) => shownIds.has(id));
  // A phone whose rental is over can't be selected: no action would reach it.
  const selectable = tiles.filter((device) => !isOver(device));
  /** The phone whose rental is over and whose tile was opened. */
  const [ended, setEnded] = useState<Device | null>(null);
  const openTile = (device: Device) => {
    if (isOver(device)) setEnded(device);
    else if (mayStream(device)) open(device);
  };

  const changeScale = (next: number) => {
    const rounded = Math.round(next * 10) / 10;
    setScale(rounded);
    writeMosaicScale(document, location, rounded);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'p' || event.key === 'P') setPaused(!isPaused);
    else if (event.key.startsWith('Arrow') && moveFocus(grid.current, event.key)) event.preventDefault();
  };

  return (
    <>
      <header className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <h1 className="whitespace-nowrap font-semibold text-title">{texts.livePhoneStreams}</h1>
          <div className="flex flex-wrap items-center gap-x-3">
            <p className={greyWhenOld} role="status">
              {isPaused ? 0 : live.count}
              {texts.ofPhonesStreaming(devices.length)}
            </p>
            {note}
          </div>
        </div>
        <Slider
          label={texts.scale}
          {...mosaicScale}
          value={scale}
          onChange={changeScale}
          format={(value) => `${Math.round(value * 100)}%`}
        />
        <div className="flex flex-wrap items-center gap-2">
          <Button
            disabled={streamable.length === 0}
            onClick={() => setPaused(!isPaused)}
            icon={isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
          >
            {isPaused ? texts.resumeAll : texts.pauseAll}
          </Button>
          {popups.open.size < 2 ? null : (
            <Button onClick={popups.arrange} icon={<LayoutDashboard aria-hidden="true" />}>
              {texts.arrangeWindows}
            </Button>
          )}
          {actions}
        </div>
      </header>
      <div className="mt-4 flex flex-wrap items-center gap-2">{filters}</div>
      {selectable.length === 0 ? null : (
        <div className="mt-4">
          <SelectRow shown={selectable} devices={devices} selection={selection} />
        </div>
      )}
      {matching.length === 0 && tiles.length === 0 ? <div className="mt-6">{noMatch}</div> : null}
      {matching.length === 0 && tiles.length === 0 ? null : tiles.length === 0 ? (
        <div className="mt-6">
          <EmptyState icon={<MonitorOff />} title={texts.noActiveStreams}>
            {texts.noPhonesAreCurrentlyOnline}
          </EmptyState>
        </div>
      ) : (
        <ul ref={grid} onKeyDown={onKeyDown} className="mt-7 flex flex-wrap gap-x-5 gap-y-8">
          {tiles.map((device) => (
            <MosaicTile
              key={device.id}
              device={device}
              isOver={isOver(device)}
              scale={scale}
              isPaused={isPaused}
              selection={selection}
              order={selectable}
              isInPopup={popups.open.has(device.id)}
              isAsked={asked.has(device.id)}
              onLive={live.onLive}
              onOpen={() => openTile(device)}
              onPopup={() => mayStream(device) && popups.openPopup(device.id, frameAddress(device, 'focus'))}
            />
          ))}
        </ul>
      )}
      {tiles.length === 0 ? null : <KeysLegend />}
      {ended === null ? null : (
        <LazyBoundary what={texts.thisDialog} over={{ isOpen: true, onClose: () => setEnded(null) }}>
          <RentalOverDialog device={ended} onRemove={() => remove(ended.id)} onClose={() => setEnded(null)} />
        </LazyBoundary>
      )}
    </>
  );
}

/** The number of tiles whose stream is live. */
function useLiveCount() {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const onLive = useCallback((id: string, isLive: boolean) => {
    setIds((known) => {
      if (known.has(id) === isLive) return known;
      const next = new Set(known);
      if (isLive) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  return { count: ids.size, onLive };
}

function KeysLegend() {
  return (
    <p className="mt-8 hidden flex-wrap gap-5 text-small text-third md:flex">
      <span>
        <Key>←</Key> <Key>↑</Key> <Key>→</Key> <Key>↓</Key>
        {texts.move}
      </span>
      <span>
        <Key>{texts.enterLabel}</Key>
        {texts.opens}
      </span>
      <span>
        <Key>P</Key>
        {texts.pausesAll}
      </span>
    </p>
  );
}

function Key({ children }: { children: string }) {
  return (
    <kbd className="rounded-key border border-control px-1.5 py-0.5 font-mono text-caption">{children}</kbd>
  );
}

/** Moves to the nearest tile in the key's direction; false when there is none or no tile has the focus. */
function moveFocus(grid: HTMLElement | null, key: string): boolean {
  const tiles = [...(grid?.querySelectorAll<HTMLElement>('[data-tile]') ?? [])];
  const current = tiles.findIndex((tile) => tile.matches(':focus'));
  const from = tiles[current]?.getBoundingClientRect();
  if (!from) return false;
  let target: HTMLElement | undefined;
  if (key === 'ArrowRight') target = tiles[current + 1];
  else if (key === 'ArrowLeft') target = tiles[current - 1];
  else {
    const sign = key === 'ArrowDown' ? 1 : -1;
    const distance = (tile: HTMLElement) => {
      const box = tile.getBoundingClientRect();
      return Math.abs(box.left - from.left) + Math.abs(box.top - from.top) * 4;
    };
    target = tiles
      .filter((tile) => sign * (tile.getBoundingClientRect().top - from.top) > 8)
      .sort((a, b) => distance(a) - distance(b))[0];
  }
  target?.focus();
  return target !== undefined;
}
