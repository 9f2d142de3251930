import type { ScreenNode } from '@pocketfleet/contract';
import { useEffect, useEffectEvent } from 'react';
import type { Display } from './control-frame.tsx';
import { nodeAt } from './node-words.ts';

type Pointing = {
  nodes: readonly ScreenNode[];
  display: Display | null;
  onPoint(ref: string | null): void;
  onPick(ref: string): void;
};

/** The control under the mouse on the picture. A click taps as ever; with Alt it only picks the control. */
export function usePointing(
  overlay: HTMLElement | null,
  { nodes, display, onPoint, onPick }: Pointing,
): void {
  const find = useEffectEvent(({ clientX, clientY }: PointerEvent, picture: Element) => {
    const box = picture.getBoundingClientRect();
    if (display === null || box.width === 0) return undefined;
    const x = ((clientX - box.left) / box.width) * display.width;
    const y = ((clientY - box.top) / box.height) * display.height;
    return nodeAt(nodes, x, y)?.ref;
  });
  const point = useEffectEvent(onPoint);
  const pick = useEffectEvent(onPick);
  useEffect(() => {
    const picture = overlay?.parentElement;
    if (!picture) return;
    const onMove = (event: PointerEvent) => point(find(event, picture) ?? null);
    const onLeave = () => point(null);
    const onDown = (event: PointerEvent) => {
      const ref = event.altKey ? find(event, picture) : undefined;
      if (ref === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      pick(ref);
    };
    picture.addEventListener('pointermove', onMove);
    picture.addEventListener('pointerleave', onLeave);
    // Before the phone gets it.
    picture.addEventListener('pointerdown', onDown, { capture: true });
    return () => {
      picture.removeEventListener('pointermove', onMove);
      picture.removeEventListener('pointerleave', onLeave);
      picture.removeEventListener('pointerdown', onDown, { capture: true });
    };
  }, [overlay]);
}
