// The accessible mirror: the phone's screen as real buttons, fields and texts over the picture, for keyboards and screen
// readers. A default export, because it is loaded when it is switched on.
import type { ActionResult, ScreenNode } from '@pocketfleet/contract';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import * as texts from '#language/screen';
import { useSessionPage } from '../session-page-context.ts';
import { appName, changeWords, withLastStates } from './change-words.ts';
import { MirrorNode } from './mirror-node.tsx';
import { wasRefused } from './mirrored-field.ts';
import { asSentence } from './node-words.ts';
import { useAppNames } from './use-app-names.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { useLiveScreen } from './use-live-screen.ts';
import { useScreenAction } from './use-screen-action.ts';
import { useSwitchStates } from './use-switch-states.ts';

export default function ScreenMirror({ onClose }: { onClose(): void }) {
  const { device } = useSessionPage();
  const screen = useLiveScreen(device.id);
  const act = useScreenAction(device.id);
  const appNames = useAppNames(device.id);
  const [said, setSaid] = useState('');
  const [outcome, setOutcome] = useState('');
  const [acted, setActed] = useState(0);
  const root = useRef<HTMLElement>(null);
  const { notice, link } = screen;
  const nodes = useSwitchStates(device.id, screen.nodes, notice?.settled === true, acted);
  const display = notice?.display ?? null;
  const problem =
    link.name === 'ended'
      ? link.detail
      : notice?.problem != null
        ? `${texts.cantBeRead}. ${asSentence(notice.detail)}`
        : '';
  useKeptFocus(root, nodes, notice?.app ?? '');
  const [lastProblem, setLastProblem] = useState(problem);
  if (problem !== lastProblem) {
    setLastProblem(problem);
    // When the screen can be read again, an old outcome is no news.
    if (problem !== '') setOutcome('');
  }

  // Told once the screen is at rest, so that an animation isn't read out step by step.
  const told = useRef<{ app: string; name: string; nodes: readonly ScreenNode[] } | null>(null);
  /** A text was sent to it, which the outcome tells. */
  const own = useRef<string | null>(null);
  useEffect(() => {
    if (notice === null || notice.problem !== null || notice.settled !== true) return;
    if (appNames === undefined) return;
    const seen = { app: notice.app, nodes: withLastStates(told.current?.nodes ?? [], nodes) };
    const words = changeWords(told.current, seen, appNames, own.current);
    // A reading without news must not take back what is still being read out.
    if (words !== '') setSaid((before) => asNews(words, before));
    told.current = { ...seen, name: appName(notice.app, appNames) };
  }, [notice, nodes, appNames]);

  const run = async (work: Promise<string>) => {
    // The same outcome twice is said twice.
    setOutcome('');
    const words = await work;
    setOutcome(words);
    setActed((count) => count + 1);
  };
  /** False where the phone has surely not taken it. Without an answer nobody knows, and it must not be typed twice. */
  const type = async (ref: string, text: string, replace: boolean): Promise<boolean> => {
    let isTaken = true;
    const noteResult = (result: ActionResult) => {
      isTaken = !wasRefused(result);
    };
    own.current = ref;
    await run(act({ action: 'type', ref, text, replace }, noteResult));
    return isTaken;
  };
  const swipe = (node: ScreenNode, direction: 'up' | 'down' | 'left' | 'right') =>
    void run(act({ action: 'swipe', ref: node.ref, direction, duration_ms: 300 }));
  return (
    <section
      ref={root}
      aria-label={texts.mirrorOf(device.tag)}
      onKeyDown={(event) => onKey(event, root.current, onClose)}
      className="pointer-events-none absolute inset-0 overflow-hidden"
    >
      <p tabIndex={-1} data-start="" className="sr-only">
        {problem === '' ? texts.mirrorHelp : problem}
      </p>
      {link.name === 'ended' ? (
        <button type="button" className="sr-only" onClick={() => void screen.askAgain()}>
          {texts.askAgain}
        </button>
      ) : null}
      {display === null
        ? null
        : nodes.map((node) => (
            <MirrorNode
              key={node.ref}
              node={node}
              display={display}
              onTap={({ ref }) => void run(act({ action: 'tap', ref }))}
              onHold={({ ref }) => void run(act({ action: 'long_press', ref }))}
              onEnter={() => void run(act({ action: 'press', key: 'enter' }))}
              onText={({ ref }, text, replace) => type(ref, text, replace)}
              onSwipe={swipe}
            />
          ))}
      <p role="status" className="sr-only">
        {problem === '' ? outcome : problem}
      </p>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </section>
  );
}

/** A live region says only what differs from what it held. */
function asNews(words: string, before: string): string {
  return words === before ? `${words}\u00a0` : words;
}

/** Arrows go through everything in its order; a field and a slider keep their own. */
function onKey(event: KeyboardEvent, root: HTMLElement | null, onClose: () => void): void {
  const { key, target } = event;
  if (key === 'Escape') {
    event.stopPropagation();
    onClose();
    return;
  }
  const step =
    key === 'ArrowDown' || key === 'ArrowRight' ? 1 : key === 'ArrowUp' || key === 'ArrowLeft' ? -1 : 0;
  const end = key === 'Home' ? 0 : key === 'End' ? Number.POSITIVE_INFINITY : null;
  const isSideways = key === 'ArrowLeft' || key === 'ArrowRight';
  const isInField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  // In a text of several lines the arrows go from line to line, and Tab leaves it.
  if (isInField && target.value.includes('\n')) return;
  if ((step === 0 && end === null) || root === null || (isInField && (isSideways || end !== null))) return;
  event.preventDefault();
  const all = [...root.querySelectorAll<HTMLElement>('button, input:enabled, textarea, [tabindex="-1"]')];
  const at = all.indexOf(target as HTMLElement);
  all[Math.max(0, Math.min(all.length - 1, end ?? at + step))]?.focus();
}
