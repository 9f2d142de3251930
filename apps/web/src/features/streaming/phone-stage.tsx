import { LazyBoundary, lazyWithRetry, PhoneBody, phoneFamily, toast } from '@pocketfleet/ui';
import clsx from 'clsx';
import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react';
import * as texts from '#language/session';
import * as toolTexts from '#language/session-tools';
import { runOnPhone } from '../../streams/listen-to-shortcuts.ts';
import { screenSizeOf } from '../../streams/screen-size.ts';
import { useFittingScale } from '../../streams/use-fitting-scale.ts';
import { FullScreenBar } from './full-screen-bar.tsx';
import { PhoneToolbar } from './phone-toolbar.tsx';
import { useGiveBack } from './seat/use-give-back.ts';
import { useSessionPage } from './session-page-context.ts';
import { StageNotice } from './stage-notice.tsx';
import { StageStrip } from './stage-strip.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { useFullScreen } from './use-full-screen.ts';
import { usePanel } from './use-panel.ts';
import { useRecording } from './use-recording.ts';
import { useScreenshots } from './use-screenshots.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { useHasColumn, useHasRoomForAll, useStageLayout } from './use-stage-layout.ts';

// Loaded when they are first needed, so that the first frame doesn't wait for them.
const SessionPanel = lazyWithRetry(async () => ({
  default: (await import('./session-panel.tsx')).SessionPanel,
}));
const ScreenMirror = lazyWithRetry(() => import('./screen/screen-mirror.tsx'));
const StageColumn = lazyWithRetry(() => import('./stage-column.tsx'));
const ShortcutSheet = lazyWithRetry(() => import('./shortcut-sheet.tsx'));

/**
 * The phone in its body as large as the stage allows, its toolbar beside it (below it on small screens). The places of the
 * column at its left and of the panel at its right are kept free, so that nothing moves the picture once it is shown. `beside`
 * stands in the panel's place, or makes room for itself; it is never on the picture.
 */
export function PhoneStage({ beside }: { beside: ReactNode }) {
  const { device, live, transfers } = useSessionPage();
  const { screen, player, frameSize, isKeyboardInPhone } = live;
  const place = useRef<HTMLDivElement>(null);
  const [areStatsShown, setStatsShown] = useState(true);
  const [overlay, setOverlay] = useState<HTMLElement | null>(null);
  const [column, setColumn] = useState<HTMLElement | null>(null);
  const [isMirrored, setMirrored] = useState(false);
  const mirror = { isOn: isMirrored, toggle: () => setMirrored(!isMirrored) };
  const mirrorButton = useRef<HTMLButtonElement>(null);
  const closeMirror = () => {
    setMirrored(false);
    mirrorButton.current?.focus();
  };
  const hasRoomForColumn = useHasColumn();
  const hasRoomForAll = useHasRoomForAll();
  const isLying = useStageLayout() === 'lying';
  const isPainted = useIsPainted();
  const panel = usePanel();
  const sendFiles = (files: File[]) => {
    if (files.length === 0) return;
    transfers.push(files);
    panel.enter(files.every((file) => /\.apk$/i.test(file.name)) ? 'apps' : 'files');
  };
  const drop = useFileDrop(sendFiles);
  const recording = useRecording(player, device.tag, frameSize !== null);
  const screenshots = useScreenshots(player, device.tag);
  const size = screenSizeOf(frameSize);
  const scale = useFittingScale(place, size);
  const fullScreen = useFullScreen();
  const giveBack = useGiveBack();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const shortcuts = useShortcuts({
    showAll: () => setSheetOpen(true),
    run: (shortcut) => {
      if (shortcut === 'full_screen') fullScreen.toggle();
      else if (shortcut === 'screenshot') void screenshots.take();
      else if (shortcut === 'record') recording.toggle();
      else if (shortcut === 'files') panel.toggle('files');
      else if (shortcut === 'give') giveBack?.run();
      else if (player) runOnPhone(player, shortcut, () => toast.error(texts.couldNotPaste));
    },
  });
  // A question makes room for itself at the left while a panel is open: then the phone, not its figures, has the rest.
  const hasColumn = hasRoomForColumn && (hasRoomForAll || beside === null || !panel.isShown);
  // A phone on its side is small beside a panel, so it has the panel's place until the panel is opened.
  const keepsPanelPlace = size.screenWidth < size.screenHeight || panel.isShown;
  return (
    <div
      className={clsx(
        'flex min-h-0 flex-1 flex-col overflow-hidden lg:flex-row lying:flex-row',
        fullScreen.isOn ? 'fixed inset-0 z-40' : 'relative',
      )}
    >
      <div
        {...drop.handlers}
        style={lit}
        className="on-ink relative min-w-0 flex-1 overflow-hidden text-main"
      >
        {isPainted && hasColumn && !fullScreen.isOn ? (
          <LazyBoundary what={toolTexts.theSideColumn} isQuiet>
            <StageColumn
              setPlace={setColumn}
              areStatsShown={areStatsShown}
              screenshots={screenshots}
              isDropping={drop.isOver}
              onFiles={sendFiles}
            />
          </LazyBoundary>
        ) : null}
        <div
          className={clsx(
            'absolute bottom-1 flex items-center justify-center gap-4 pb-8 upright:items-start upright:pb-0',
            fullScreen.isOn
              ? [
                  'top-11 right-4 left-4',
                  panel.isShown && 'lying:right-1/2 lg:right-[416px] xl:right-[468px]',
                ]
              : [
                  'top-2 right-2 left-2 desk:top-4 desk:right-4 desk:left-4',
                  (hasColumn || !hasRoomForColumn) && 'desk:xl:left-[243px]',
                  keepsPanelPlace && 'desk:lg:right-[416px] desk:xl:right-[468px]',
                  // A question takes that half for itself.
                  keepsPanelPlace && (beside === null || panel.isShown) && 'lying:right-1/2',
                ],
          )}
        >
          <div
            ref={place}
            aria-hidden="true"
            className="invisible absolute top-0 right-[108px] bottom-9 left-1 upright:right-0 upright:bottom-22 upright:left-0 lying:right-16 desk:tall:right-20"
          />
          <PhoneBody family={phoneFamily(device.model)} scale={scale} isRinged={isKeyboardInPhone} {...size}>
            <div ref={screen} className="size-full" />
            <div
              ref={setOverlay}
              className="pointer-events-none absolute inset-0 overflow-hidden empty:hidden"
            />
            <LazyBoundary what={toolTexts.theOutline} isQuiet>
              {isMirrored ? <ScreenMirror onClose={closeMirror} /> : null}
            </LazyBoundary>
            {isLying ? null : <StageNotice />}
          </PhoneBody>
          {isPainted ? (
            <button
              ref={mirrorButton}
              type="button"
              aria-pressed={isMirrored}
              onClick={mirror.toggle}
              className={mirrorClass}
            >
              {toolTexts.useAsControls}
            </button>
          ) : null}
          {isPainted ? (
            <PhoneToolbar
              recording={recording}
              screenshots={screenshots}
              panel={panel}
              areStatsShown={hasColumn ? areStatsShown : panel.isShown && panel.tab === 'stats'}
              shortcuts={shortcuts}
              onFullScreen={fullScreen.toggle}
              onStats={() => (hasColumn ? setStatsShown(!areStatsShown) : panel.toggle('stats'))}
              onShortcuts={() => setSheetOpen(true)}
            />
          ) : (
            <div
              aria-hidden="true"
              className="w-[84px] shrink-0 upright:hidden lying:w-[46px] desk:tall:w-[46px]"
            />
          )}
          <StageStrip recording={recording} />
        </div>
        {/* The phone is too small for it in a window that lies on its side: the half beside it is free, or has the panel. */}
        {isLying ? (
          <div
            className={clsx(
              'pointer-events-none absolute inset-y-0 overflow-y-auto',
              panel.isShown ? 'right-1/2 left-0' : beside === null ? 'right-0 left-1/2' : 'inset-x-0',
            )}
          >
            <StageNotice />
          </div>
        ) : null}
        {fullScreen.isOn ? <FullScreenBar /> : null}
        {drop.isOver ? <DropNote /> : null}
      </div>
      <div className={clsx(besideClass, keepsPanelPlace && !panel.isShown ? inPanelPlace : inFlow)}>
        {beside}
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
        className={panel.isShown ? 'absolute inset-y-0 right-0 w-full max-w-[400px] p-4' : 'hidden'}
      >
        {panel.opened.size > 0 ? <SessionPanel {...{ panel, hasColumn, overlay, column, mirror }} /> : null}
      </LazyBoundary>
    </div>
  );
}

const lit = { background: 'radial-gradient(ellipse at center, #1a1e25, #0b0d11 70%)' };
const besideClass =
  'z-10 max-h-[45%] shrink-0 overflow-y-auto border-hairline bg-page p-3 empty:hidden max-lg:border-t lg:max-h-none lg:p-6 lying:max-h-none lying:w-2/5 lying:border-t-0 lying:border-l';
const inPanelPlace =
  'desk:lg:absolute desk:lg:inset-y-0 desk:lg:right-0 desk:lg:flex desk:lg:w-[400px] desk:lg:items-center desk:lg:bg-transparent desk:xl:w-[452px]';
const inFlow = 'desk:lg:order-first desk:lg:w-[300px] desk:lg:border-r desk:lg:p-3 desk:xl:w-[340px]';

/** For people who don't see the picture: shown when the keyboard reaches it. */
const mirrorClass =
  'sr-only focus-visible:not-sr-only focus-visible:absolute focus-visible:top-0 focus-visible:z-20 focus-visible:rounded-control focus-visible:bg-segment focus-visible:px-3 focus-visible:py-2 focus-visible:text-small';

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
