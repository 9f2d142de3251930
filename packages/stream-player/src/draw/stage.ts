// The player's elements: a focusable stage with the screen in it, and the hidden field that takes the keyboard. Styles are
// set through the CSSOM only, which the content security policy allows.
import type { Size } from '../input/coordinates.ts';
import { exitChordInWords } from '../input/exit-chord.ts';
import { createScreen, type Screen } from './screen.ts';

export interface Stage extends Screen {
  readonly stage: HTMLDivElement;
  readonly field: HTMLTextAreaElement;
  /** Calls `enter` at a click on the phone, or Enter on the focused stage: the viewer wants to type into the phone. */
  onEnter(enter: () => void, signal: AbortSignal): void;
  /** Calls `onSize` with the stage's size in device pixels, at once and at each change. */
  onResize(onSize: (size: Size) => void, signal: AbortSignal): void;
  showIn(host: HTMLElement): void;
  remove(): void;
}

/** Creates the elements outside of any document. `showIn` inserts them. */
export function createStage(label: string, kind: 'canvas' | 'video'): Stage {
  const stage = document.createElement('div');
  stage.tabIndex = 0;
  stage.setAttribute('role', 'application');
  stage.setAttribute(
    'aria-label',
    `${label}. Press Enter to type into the phone, ${exitChordInWords()} to leave.`,
  );
  setStyle(stage, {
    position: 'relative',
    width: '100%',
    height: '100%',
    overflow: 'hidden',
    touchAction: 'none',
    userSelect: 'none',
    cursor: 'default',
  });

  const field = document.createElement('textarea');
  field.tabIndex = -1;
  field.setAttribute('aria-label', `You’re typing on the phone. ${exitChordInWords()} stops.`);
  field.autocapitalize = 'off';
  field.autocomplete = 'off';
  field.spellcheck = false;
  field.setAttribute('autocorrect', 'off');
  // Inside the view, so that input methods open their windows near the phone; 16 px, so that iOS doesn't zoom.
  setStyle(field, {
    position: 'absolute',
    left: '50%',
    bottom: '0',
    width: '1px',
    height: '1px',
    padding: '0',
    border: '0',
    opacity: '0',
    resize: 'none',
    fontSize: '16px',
    pointerEvents: 'none',
  });

  stage.append(field);
  return {
    ...createScreen(stage, kind),
    stage,
    field,
    onEnter(enter, signal) {
      stage.addEventListener('click', enter, { signal });
      const onKeydown = (event: KeyboardEvent) => {
        if (event.target !== stage || event.key !== 'Enter') return;
        event.preventDefault();
        enter();
      };
      stage.addEventListener('keydown', onKeydown, { signal });
    },
    onResize(onSize, signal) {
      const report = ({ width, height }: Size) => {
        const ratio = window.devicePixelRatio;
        onSize({ width: Math.round(width * ratio), height: Math.round(height * ratio) });
      };
      // At once, because the first request to the relay depends on the size.
      report(stage.getBoundingClientRect());
      const observer = new ResizeObserver(([entry]) => {
        if (entry !== undefined) report(entry.contentRect);
      });
      observer.observe(stage);
      signal.addEventListener('abort', () => observer.disconnect());
    },
    showIn: (host) => host.append(stage),
    remove: () => stage.remove(),
  };
}

function setStyle(element: HTMLElement, style: Partial<CSSStyleDeclaration>): void {
  Object.assign(element.style, style);
}
