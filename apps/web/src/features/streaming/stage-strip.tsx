import { exitChordName } from '@pocketfleet/stream-player';
import { Button } from '@pocketfleet/ui';
import { X } from 'lucide-react';
import { useState } from 'react';
import * as texts from '#language/session';
import * as toolTexts from '#language/session-tools';
import { StreamFigures } from './connection-quality.tsx';
import { RecordingNote } from './recording-note.tsx';
import { useSessionPage } from './session-page-context.ts';
import type { RecordingState } from './use-recording.ts';
import { keysOf } from './use-shortcuts.ts';
import { useHasColumn, useIsNarrow, useIsTouchOnly, useStageLayout } from './use-stage-layout.ts';
import { useTypedNote } from './use-typed-note.ts';

/**
 * One line below the phone with a place of its own, so that nothing in it moves or covers the picture: the recording's time,
 * and who has control, how to stop typing, or a hint.
 */
export function StageStrip({ recording }: { recording: RecordingState }) {
  const isNarrow = useIsNarrow();
  return (
    <div className="absolute inset-x-0 bottom-0 flex h-8 items-center justify-center gap-2 whitespace-nowrap text-caption text-second upright:bottom-13">
      {/* A screen reader has them in the bar. */}
      {isNarrow ? <StreamFigures isDouble className="shrink-0 max-[22rem]:text-[0.625rem]" /> : null}
      {recording.isOn ? <RecordingNote sinceMs={recording.sinceMs} /> : null}
      <StripMessage />
    </div>
  );
}

/** Empty while the phone is out of reach: its picture says what happened, and neither control nor typing can be had. */
function StripMessage() {
  const { live } = useSessionPage();
  const { player, holder, isKeyboardInPhone, state } = live;
  const isShown = state.name !== 'ended' && state.name !== 'reconnecting' && state.name !== 'stalled';
  const otherControl = texts.otherControl(holder);
  const isTouchOnly = useIsTouchOnly();
  // An upright phone's window has no room to name keys.
  const hasButton = useStageLayout() === 'upright' || isTouchOnly;
  const isTyping = otherControl === null && isKeyboardInPhone;
  const typedNote = useTypedNote(player, isShown);
  const typing = hasButton ? toolTexts.typing : texts.keyboardIsInThePhone(exitChordName());
  return (
    <>
      {/* It is there before its words, so that they are read out. */}
      <p
        role="status"
        className="min-w-0 truncate max-md:line-clamp-2 max-md:whitespace-normal max-md:leading-4"
      >
        {isShown ? (otherControl ?? typedNote ?? (isTyping ? typing : '')) : ''}
      </p>
      {otherControl === null || !isShown ? null : (
        <Button size="small" kind="primary" title={keysOf('take')} onClick={() => player?.takeControl()}>
          {texts.takeItHere}
        </Button>
      )}
      {isTyping && isShown && hasButton ? (
        <Button size="small" onClick={() => player?.leaveKeyboard()}>
          {toolTexts.stopTyping}
        </Button>
      ) : null}
      {isShown && otherControl === null && !isTyping && typedNote === null ? (
        <Hint isTouchOnly={isTouchOnly} />
      ) : null}
    </>
  );
}

const dismissedKey = 'pocketfleet-session-hint-dismissed';

/** For a first visit. From 1280 px the column beside the phone shows more. */
function Hint({ isTouchOnly }: { isTouchOnly: boolean }) {
  const hasColumn = useHasColumn();
  const isDesk = useStageLayout() === 'desk';
  const [isDismissed, setDismissed] = useState(readDismissed);
  if (isDismissed || hasColumn) return null;
  const forMouse = isDesk ? toolTexts.hintForMouse : toolTexts.hintForMouseInBrief;
  const text = isTouchOnly ? toolTexts.hintForTouch : forMouse;
  return (
    <>
      <span className="min-w-0 truncate" title={text}>
        {text}
      </span>
      <button
        type="button"
        aria-label={toolTexts.dismissTheHint}
        onClick={() => {
          setDismissed(true);
          writeDismissed();
        }}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-small hover:bg-hover hover:text-main"
      >
        <X size={14} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </>
  );
}

function readDismissed(): boolean {
  try {
    return localStorage.getItem(dismissedKey) === '1';
  } catch {
    return false;
  }
}

function writeDismissed(): void {
  try {
    localStorage.setItem(dismissedKey, '1');
  } catch {
    // Storage is blocked: the hint is gone for this page.
  }
}
