// Touches of the WebDriver protocol: one finger that goes down, moves, waits and goes up.
import { setTimeout as pause } from 'node:timers/promises';
import type { AccessibilityNode, AndroidScreen } from '@pocketfleet/phone-parts';
import { z } from 'zod';
import { WireError } from './wire-error.ts';

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const durationMs = z.number().min(0).max(60_000).optional();
const step = z.discriminatedUnion('type', [
  z.object({ type: z.literal('pause'), duration: durationMs }),
  z.object({ type: z.literal('pointerDown') }),
  z.object({ type: z.literal('pointerUp') }),
  z.object({
    type: z.literal('pointerMove'),
    duration: durationMs,
    x: z.number(),
    y: z.number(),
    origin: z.union([z.enum(['viewport', 'pointer']), z.object({ [ELEMENT]: z.uuid() })]).optional(),
  }),
]);
const request = z.object({
  actions: z.array(z.object({ type: z.string(), actions: z.array(step).max(1_000) })).max(10),
});

/** Touches the middle of a node. */
export function tap(screen: AndroidScreen, node: AccessibilityNode): void {
  const { x, y } = middleOf(node);
  screen.touch('down', 0, x, y, 1);
  screen.touch('up', 0, x, y, 0);
}

export async function pointerActions(
  screen: AndroidScreen,
  body: unknown,
  nodeOf: (id: string) => AccessibilityNode,
  signal: AbortSignal,
): Promise<void> {
  const sources = request.parse(body).actions;
  const [finger, ...others] = sources.filter(({ type }) => type === 'pointer');
  if (finger === undefined || others.length > 0) {
    throw new WireError('invalid argument', 'This simulated server touches with exactly one finger.');
  }
  let [x, y, isDown] = [0, 0, false];
  try {
    for (const each of finger.actions) {
      if (each.type === 'pause') await pause(each.duration ?? 0, undefined, { signal });
      else if (each.type === 'pointerMove') {
        const origin = each.origin ?? 'viewport';
        const from = originOf(origin, { x, y }, nodeOf);
        [x, y] = [from.x + each.x, from.y + each.y];
        await pause(each.duration ?? 0, undefined, { signal });
        if (isDown) screen.touch('move', 0, x, y, 1);
      } else {
        isDown = each.type === 'pointerDown';
        screen.touch(isDown ? 'down' : 'up', 0, x, y, isDown ? 1 : 0);
      }
    }
  } finally {
    if (isDown) screen.touch('cancel', 0, x, y, 0);
  }
}

type Point = { readonly x: number; readonly y: number };

function originOf(
  origin: 'viewport' | 'pointer' | { readonly [ELEMENT]: string },
  pointer: Point,
  nodeOf: (id: string) => AccessibilityNode,
): Point {
  if (origin === 'viewport') return { x: 0, y: 0 };
  return origin === 'pointer' ? pointer : middleOf(nodeOf(origin[ELEMENT]));
}

function middleOf({ bounds: { left, top, right, bottom } }: AccessibilityNode): Point {
  return { x: Math.round((left + right) / 2), y: Math.round((top + bottom) / 2) };
}
