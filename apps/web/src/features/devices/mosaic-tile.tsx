import type { Device } from '@pocketfleet/contract';
import { PhoneBody, phoneFamily, Tooltip } from '@pocketfleet/ui';
import clsx from 'clsx';
import { ExternalLink, MessageCircleQuestion } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import * as texts from '#language/mosaic';
import { type FrameNotice, frameNotice } from '../../frame/frame-messages.ts';
import { paths } from '../../paths.ts';
import { frameRateLabel } from '../../streams/connection-label.ts';
import { statusOf } from './device-view.ts';
import { dotTone } from './dot-tone.ts';
import { frameAddress, postToFrame } from './frame-link.ts';
import { SelectBox } from './select-box.tsx';
import { useFrameLoad } from './use-frame-load.ts';
import { useIsNearWindow } from './use-is-near-window.ts';
import type { DeviceSelection } from './use-selection.ts';

type Props = {
  device: Device;
  scale: number;
  /** The rental of this phone is over. Its tile stays until the mosaic is left. */
  isOver: boolean;
  isPaused: boolean;
  isInPopup: boolean;
  /** A program has asked something about this phone. */
  isAsked: boolean;
  selection: DeviceSelection;
  /** The tiles as they stand on the page. */
  order: readonly Device[];
  /** Called at each notice of the tile's frame, and when the frame is removed. */
  onLive(deviceId: string, isLive: boolean): void;
  onOpen(): void;
  onPopup(): void;
};

const tagClass = 'min-w-0 flex-1 truncate font-medium font-mono leading-7';

/** The frame's size at scale 1 (spec section 9). */
const frameSize = { width: 322, height: 715 } as const;

/** As wide as the smallest tile, and wider where the text is larger: its tag and its buttons stay beside each other. */
const roomForTag = 'calc(10.5rem - 28px)';

export function MosaicTile(props: Props) {
  const { device, scale, isOver, isPaused, isInPopup, isAsked, onLive, onOpen, onPopup, selection, order } =
    props;
  const isSelected = selection.phones.has(device.assignment_id);
  const tile = useRef<HTMLLIElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [notice, setNotice] = useState<FrameNotice | null>(null);
  const [isFocused, setFocused] = useState(false);
  const isNear = useIsNearWindow(tile);
  // A frame that was open keeps its last picture. A frame that is opened now would be refused.
  const hasFrame = isNear && !(isOver && notice === null);
  const load = useFrameLoad({ hasFrame, hasSpoken: notice !== null });
  const { id } = device;

  const attachFrame = useCallback(
    (element: HTMLIFrameElement) => {
      frame.current = element;
      const onMessage = (event: MessageEvent) => {
        if (event.origin !== location.origin || event.source !== element.contentWindow) return;
        const { data } = frameNotice.safeParse(event.data);
        if (!data) return;
        setNotice(data);
        onLive(id, data.state === 'live');
      };
      window.addEventListener('message', onMessage);
      return () => {
        window.removeEventListener('message', onMessage);
        frame.current = null;
        setNotice(null);
        onLive(id, false);
      };
    },
    [id, onLive],
  );

  // Posted again at each change of the frame's state: a frame that has just loaded has missed earlier messages.
  const frameState = notice?.state;
  useEffect(() => {
    if (frameState !== undefined || isPaused) postToFrame(frame.current, isPaused ? 'pause' : 'resume');
  }, [isPaused, frameState]);

  const isOffline = statusOf(device) !== 'online';
  const problem = isOver
    ? texts.rentalOver
    : isOffline
      ? texts.offline
      : isNear && load.hasFailed
        ? texts.noPicture
        : problemLabel(notice, isPaused);
  const caption = problem ?? device.label ?? device.model;
  return (
    <li
      ref={tile}
      style={{ width: (frameSize.width + 29) * scale, minWidth: roomForTag }}
      className="flex flex-col gap-2"
    >
      <div className="flex h-7 items-center gap-2 text-small">
        {isOver ? null : <SelectBox device={device} selection={selection} order={order} />}
        <MosaicDot percent={device.battery_state} />
        {isOver ? (
          <span className={tagClass}>{device.tag}</span>
        ) : (
          <Link
            to={paths.stream(device.id)}
            tabIndex={-1}
            className={`${tagClass} underline-offset-4 hover:underline`}
          >
            {device.tag}
          </Link>
        )}
        {isAsked ? (
          <span
            title={texts.aProgramAsks}
            className="inline-flex shrink-0 rounded-small bg-lime p-1 text-ink"
          >
            <MessageCircleQuestion size={14} strokeWidth={1.75} aria-hidden="true" />
            <span className="sr-only">{texts.aProgramAsks}</span>
          </span>
        ) : null}
        {device.battery_state === null || scale < 0.45 ? null : (
          <span className="font-mono text-third tabular-nums">
            <span className="sr-only">{texts.battery}</span>
            {device.battery_state}%
          </span>
        )}
        {isOver ? null : (
          <Tooltip content={isInPopup ? texts.showItsWindow : texts.openInItsOwnWindow}>
            <button
              type="button"
              onClick={onPopup}
              aria-label={
                isInPopup ? texts.showTheWindowOf(device.tag) : texts.openInItsOwnWindowTag(device.tag)
              }
              className="inline-flex size-7 shrink-0 items-center justify-center rounded-small text-second hover:bg-hover hover:text-main"
            >
              <ExternalLink size={14} strokeWidth={1.75} aria-hidden="true" />
            </button>
          </Tooltip>
        )}
      </div>
      <div className="relative">
        <PhoneBody family={phoneFamily(device.model)} scale={scale} isRinged={isSelected}>
          {hasFrame ? (
            <iframe
              key={load.attempt}
              ref={attachFrame}
              onLoad={load.onLoad}
              src={frameAddress(device, 'tile')}
              title={texts.livePictureOf(device.tag, device.model)}
              tabIndex={-1}
              allow="clipboard-read; clipboard-write; autoplay"
              className="block size-full border-0"
            />
          ) : null}
          {isNear && (load.hasFailed || !hasFrame) ? (
            <p
              role="status"
              className="on-ink absolute inset-0 flex items-center justify-center bg-page p-4 text-center text-main text-small"
            >
              {hasFrame ? texts.pictureNotLoaded : texts.rentalOver}
            </p>
          ) : null}
        </PhoneBody>
        <button
          type="button"
          data-tile=""
          onClick={onOpen}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          aria-label={texts.open(device.tag, device.model)}
          // The focus's own colour: lime is too faint on paper.
          style={{ borderRadius: 52 * scale, outlineOffset: isSelected ? 8 : 4 }}
          className="absolute inset-0 cursor-pointer"
        />
      </div>
      <div className="flex h-5 items-center justify-between gap-2 text-small">
        {isFocused ? (
          <>
            <span title={caption} className={clsx('truncate font-medium', problem && 'text-warning')}>
              {caption}
            </span>
            <span className="shrink-0 text-third">
              <kbd className="rounded-key border border-control px-1.5 font-mono text-caption">
                {texts.enterLabel}
              </kbd>
              {texts.opens}
            </span>
          </>
        ) : (
          <>
            <span
              title={caption}
              className={clsx('truncate', problem ? 'font-medium text-warning' : 'text-second')}
            >
              {caption}
            </span>
            {notice?.state === 'live' ? (
              <span className="min-w-[6ch] shrink-0 text-right font-mono text-third tabular-nums">
                {frameRateLabel(notice.frames_per_second, notice.has_left_out).replace(' picture', '')}
              </span>
            ) : null}
          </>
        )}
      </div>
      {device.replaces ? (
        <p className="truncate text-second text-small">{texts.replaces(device.replaces.tag)}</p>
      ) : null}
    </li>
  );
}

const dotColors = { green: 'bg-online-bar', amber: 'bg-warning-bar', red: 'bg-error-bar' } as const;

/** Decorative: the figure beside it shows the same. */
function MosaicDot({ percent }: { percent: number | null }) {
  const color = percent === null ? 'bg-field' : dotColors[dotTone(percent)];
  return <span aria-hidden="true" className={clsx('size-2 shrink-0 rounded-full', color)} />;
}

/** The tile's problem in a word; null while the phone is live or connecting. The frame itself shows the details. */
function problemLabel(notice: FrameNotice | null, isPaused: boolean): string | null {
  if (isPaused) return texts.paused;
  if (notice?.state === 'stalled') return texts.stalled;
  if (notice?.state === 'reconnecting') return texts.reconnecting;
  return notice?.state === 'ended' ? texts.ended : null;
}
