import type { Device } from '@pocketfleet/contract';
import { exitChordName } from '@pocketfleet/stream-player';
import { Button, LazyBoundary, lazyWithRetry, PhoneBody, phoneFamily } from '@pocketfleet/ui';
import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import { ConnectionQuality } from './connection-quality.tsx';
import { PhoneToolbar } from './phone-toolbar.tsx';
import { playerLabel } from './player-ahead.ts';
import type { PanelTab } from './session-panel.tsx';
import { StageNotes } from './stage-notes.tsx';
import { StageNotice } from './stage-notice.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { useFittingScale } from './use-fitting-scale.ts';
import { usePlayer } from './use-player.ts';
import { useRecording } from './use-recording.ts';
import type { Transfers } from './use-transfers.ts';

// Tools load when they are first opened; the picture does not wait for them.
const SessionPanel = lazyWithRetry(async () => ({
  default: (await import('./session-panel.tsx')).SessionPanel,
}));

type Props = {
  device: Device;
  transfers: Transfers;
  /** The phone isn't the customer's, or no longer. */
  onUnauthorized(): void;
  /** The bar above: gets the connection's quality, which only the player knows. */
  bar(quality: ReactNode): ReactNode;
};

/** The phone in its body as large as the stage allows, its toolbar beside it (below it on small screens). */
export function PhoneStage({ device, transfers, onUnauthorized, bar }: Props) {
  const host = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const live = usePlayer(host, device.id, playerLabel(device), onUnauthorized);
  const [areStatsShown, setStatsShown] = useState(false);
  const isPainted = useIsPainted();
  const panel = usePanel();
  const drop = useFileDrop((files) => {
    transfers.push(files);
    panel.open(files.every((file) => /\.apk$/i.test(file.name)) ? 'apps' : 'files');
  });
  const recorder = useRecording(live.player, device.tag);
  const isWide = live.picture !== null && live.picture.width > live.picture.height;
  const scale = useFittingScale(place, isWide);
  const size = isWide ? { screenWidth: 715, screenHeight: 322 } : {};
  const toggleFullScreen = () => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : stage.current?.requestFullscreen();
    // A browser may refuse full screen; the page stays as it is.
    change?.catch(() => undefined);
  };
  return (
    <>
      {bar(<ConnectionQuality live={live} />)}
      <div className="relative flex min-h-0 flex-1">
        <div
          ref={stage}
          {...drop.handlers}
          className="on-ink @container relative min-w-0 flex-1 overflow-hidden bg-[radial-gradient(ellipse_at_center,#1a1e25,#0b0d11_70%)] p-4 text-main"
        >
          <div className="flex size-full flex-col gap-3">
            {live.isControlling ? null : (
              <div className="mx-auto flex max-w-full shrink-0 flex-wrap items-center justify-center gap-x-3 gap-y-1 rounded-card border border-hairline bg-surface px-4 py-2">
                <span role="status">Somebody else controls this phone</span>
                <Button size="small" onClick={() => live.player?.takeControl()}>
                  Take control
                </Button>
              </div>
            )}
            {/* All of the statistics stand beside the phone where the stage is wide: they say so themselves. */}
            <div className="flex min-h-0 flex-1 flex-col gap-3 md:@md:has-[dl]:flex-row md:@md:has-[dl]:gap-4">
              <StageNotes live={live} device={device} areStatsShown={areStatsShown} recorder={recorder} />
              <div className="relative flex min-h-0 min-w-0 flex-1 items-center justify-center gap-4 max-md:flex-col max-md:justify-between">
                <div
                  ref={place}
                  aria-hidden="true"
                  className="invisible absolute top-1 right-20 bottom-2 left-1 max-md:right-0 max-md:bottom-16"
                />
                <PhoneBody
                  family={phoneFamily(device.model)}
                  scale={scale}
                  isRinged={live.isKeyboardInPhone}
                  {...size}
                >
                  <div ref={host} className="size-full" />
                  <StageNotice state={live.state} player={live.player} />
                </PhoneBody>
                {isPainted ? (
                  <PhoneToolbar
                    player={live.player}
                    isReady={live.state.name === 'live' || live.state.name === 'stalled'}
                    tag={device.tag}
                    isKeyboardInPhone={live.isKeyboardInPhone}
                    isRecording={recorder.isOn}
                    onRecord={recorder.toggle}
                    isMuted={live.isMuted}
                    onMute={live.setMuted}
                    panel={panel.isShown ? panel.tab : null}
                    onPanel={panel.toggle}
                    areStatsShown={areStatsShown}
                    onFullScreen={toggleFullScreen}
                    onStats={() => setStatsShown(!areStatsShown)}
                  />
                ) : (
                  <div aria-hidden="true" className="h-12 w-full shrink-0 md:h-auto md:w-[46px]" />
                )}
              </div>
            </div>
          </div>
          <p
            role="status"
            className="pointer-events-none absolute inset-x-0 bottom-1 text-center text-caption text-second max-md:hidden"
          >
            {live.isKeyboardInPhone ? `Keyboard is in the phone. ${exitChordName()} leaves it` : ''}
          </p>
          {drop.isOver ? <DropNote /> : null}
        </div>
        <LazyBoundary
          what="The phone tools"
          retryKey={panel.isShown}
          className={panel.isShown ? 'w-full max-w-[400px] p-4' : 'hidden'}
        >
          {panel.opened.size > 0 ? (
            <SessionPanel
              device={device}
              live={live}
              transfers={transfers}
              tab={panel.tab}
              opened={panel.opened}
              isShown={panel.isShown}
              shellEntries={panel.shellEntries}
              onTab={panel.show}
              onEnter={panel.open}
              onClose={panel.close}
            />
          ) : null}
        </LazyBoundary>
      </div>
    </>
  );
}

function DropNote() {
  return (
    <p className="pointer-events-none absolute inset-2 z-10 flex items-center justify-center rounded-card border-2 border-lime border-dashed bg-page/80 font-medium text-card">
      Drop it on the phone: an APK is installed, any other file is put into Download
    </p>
  );
}

/** False until the page has been painted with its picture: what takes long to build and isn't looked at first waits. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setPainted(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}

/** Which tool is open beside the phone. A tool that was opened once stays loaded while it is out of sight. */
function usePanel() {
  const [tab, setTab] = useState<PanelTab>('shell');
  const [isShown, setShown] = useState(false);
  const [opened, setOpened] = useState<ReadonlySet<PanelTab>>(new Set());
  const [shellEntries, setShellEntries] = useState(0);
  const show = (next: PanelTab) => {
    setTab(next);
    setShown(true);
    setOpened((before) => new Set([...before, next]));
  };
  const open = (next: PanelTab) => {
    show(next);
    if (next === 'shell') setShellEntries((count) => count + 1);
  };
  const close = () => setShown(false);
  return {
    tab,
    isShown,
    opened,
    shellEntries,
    show,
    open,
    close,
    toggle: (next: PanelTab) => (isShown && tab === next ? close() : open(next)),
  };
}
