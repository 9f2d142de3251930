import { exitChordName } from '@pocketfleet/stream-player';
import { Button, LazyBoundary, lazyWithRetry, PhoneBody, phoneFamily } from '@pocketfleet/ui';
import { startTransition, useEffect, useRef, useState } from 'react';
import * as texts from '#language/session';
import { PhoneToolbar } from './phone-toolbar.tsx';
import { useSessionPage } from './session-page-context.ts';
import { StageNotice } from './stage-notice.tsx';
import { StageStatus } from './stage-status.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { useFittingScale } from './use-fitting-scale.ts';
import { usePanel } from './use-panel.ts';
import { useRecording } from './use-recording.ts';
import { useShortcuts } from './use-shortcuts.ts';

// Loaded when the panel is first opened, so that the first frame doesn't wait for it.
const SessionPanel = lazyWithRetry(async () => ({
  default: (await import('./session-panel.tsx')).SessionPanel,
}));

const ShortcutSheet = lazyWithRetry(() => import('./shortcut-sheet.tsx'));

/** The phone in its body as large as the stage allows, its toolbar beside it (below it on small screens). */
export function PhoneStage() {
  const { device, live, transfers } = useSessionPage();
  const { screen, player, frameSize, holder, isKeyboardInPhone } = live;
  const otherControl = texts.otherControl(holder);
  const place = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [areStatsShown, setStatsShown] = useState(false);
  const isPainted = useIsPainted();
  const panel = usePanel();
  const drop = useFileDrop((files) => {
    transfers.push(files);
    panel.enter(files.every((file) => /\.apk$/i.test(file.name)) ? 'apps' : 'files');
  });
  const recording = useRecording(player, device.tag, frameSize !== null);
  const isWide = frameSize !== null && frameSize.width > frameSize.height;
  const scale = useFittingScale(place, isWide);
  const size = isWide ? { screenWidth: 715, screenHeight: 322 } : {};
  const toggleFullScreen = () => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : stage.current?.requestFullscreen();
    // A browser may refuse full screen, and the page stays as it is.
    change?.catch(() => undefined);
  };
  const [isSheetOpen, setSheetOpen] = useState(false);
  const shortcuts = useShortcuts({
    showAll: () => setSheetOpen(true),
    run: (shortcut) => {
      if (shortcut === 'full_screen') toggleFullScreen();
      else if (shortcut === 'rotate') player?.rotate();
      else if (shortcut === 'copy') player?.copyFromPhone();
      else if (shortcut === 'keyboard') player?.enterKeyboard();
      else player?.key(shortcut);
    },
  });
  return (
    <div className="relative flex min-h-0 flex-1">
      <div
        ref={stage}
        {...drop.handlers}
        className="on-ink @container relative min-w-0 flex-1 overflow-hidden bg-[radial-gradient(ellipse_at_center,#1a1e25,#0b0d11_70%)] p-4 text-main"
      >
        <div className="flex size-full flex-col gap-3">
          {otherControl === null ? null : (
            <div className="mx-auto flex max-w-full shrink-0 flex-wrap items-center justify-center gap-x-3 gap-y-1 rounded-card border border-hairline bg-surface px-4 py-2">
              <span role="status">{otherControl}</span>
              <Button size="small" onClick={() => player?.takeControl()}>
                {texts.takeItHere}
              </Button>
            </div>
          )}
          {/* On a wide stage the whole statistics (a <dl>) stand beside the phone. */}
          <div className="flex min-h-0 flex-1 flex-col gap-3 md:@md:has-[dl]:flex-row md:@md:has-[dl]:gap-4">
            <StageStatus areStatsShown={areStatsShown} recording={recording} />
            <div className="relative flex min-h-0 min-w-0 flex-1 items-center justify-center gap-4 max-md:flex-col max-md:justify-between">
              <div
                ref={place}
                aria-hidden="true"
                className="invisible absolute top-1 right-20 bottom-2 left-1 max-md:right-0 max-md:bottom-16"
              />
              <PhoneBody
                family={phoneFamily(device.model)}
                scale={scale}
                isRinged={isKeyboardInPhone}
                {...size}
              >
                <div ref={screen} className="size-full" />
                <StageNotice />
              </PhoneBody>
              {isPainted ? (
                <PhoneToolbar
                  recording={recording}
                  panel={panel}
                  areStatsShown={areStatsShown}
                  shortcuts={shortcuts}
                  onFullScreen={toggleFullScreen}
                  onStats={() => setStatsShown(!areStatsShown)}
                  onShortcuts={() => setSheetOpen(true)}
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
          {isKeyboardInPhone ? texts.keyboardIsInThePhone(exitChordName()) : ''}
        </p>
        {drop.isOver ? <DropNote /> : null}
      </div>
      <LazyBoundary
        what={texts.keyboardShortcuts}
        over={{ isOpen: isSheetOpen, onClose: () => setSheetOpen(false) }}
      >
        {isSheetOpen ? (
          <ShortcutSheet shortcuts={shortcuts} isOpen={isSheetOpen} onOpenChange={setSheetOpen} />
        ) : null}
      </LazyBoundary>
      <LazyBoundary
        what={texts.thePhoneTools}
        retryKey={panel.isShown}
        className={panel.isShown ? 'w-full max-w-[400px] p-4' : 'hidden'}
      >
        {panel.opened.size > 0 ? <SessionPanel panel={panel} /> : null}
      </LazyBoundary>
    </div>
  );
}

function DropNote() {
  return (
    <p className="pointer-events-none absolute inset-2 z-10 flex items-center justify-center rounded-card border-2 border-lime border-dashed bg-page/80 font-medium text-card">
      {texts.dropItOnThePhone}
    </p>
  );
}

/** False until the page has been painted once: the toolbar takes long to render, and the phone is more urgent. */
function useIsPainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setPainted(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return isPainted;
}
