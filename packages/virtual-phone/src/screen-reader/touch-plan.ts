// The touches that a host sends to the snapshot helper: one or two fingers with their positions over time.
import { setTimeout as pause } from 'node:timers/promises';
import type { AndroidScreen } from '@pocketfleet/phone-parts';
import { z } from 'zod';
import { JavaError } from './capture.ts';

const MAX_DURATION_MS = 120_000;
const sample = z.object({ offsetMs: z.int().min(0), x: z.number(), y: z.number() });
const plan = z.object({
  protocol: z.literal('android-touch-plan-v1'),
  kind: z.enum(['swipe', 'transform']),
  durationMs: z.int().min(0).max(MAX_DURATION_MS),
  pointers: z
    .array(z.object({ pointerId: z.int().min(0).max(1), samples: z.array(sample).min(2) }))
    .min(1)
    .max(2),
});
type Plan = z.infer<typeof plan>;

/** Rejects with JavaError for a plan that the helper refuses, and cancels the touches when the program is killed. */
export async function injectPlan(
  screen: AndroidScreen,
  payloadBase64: string,
  signal: AbortSignal,
): Promise<Record<string, string | number>> {
  const { kind, pointers, durationMs } = parsePlan(payloadBase64);
  const startedAtMs = performance.now();
  const steps = pointers[0]?.samples ?? [];
  let injectedEvents = 0;
  try {
    for (const [at, { offsetMs }] of steps.entries()) {
      const waitMs = startedAtMs + offsetMs - performance.now();
      if (waitMs > 0) await pause(waitMs, undefined, { signal });
      for (const { pointerId, samples } of pointers) {
        const { x, y } = samples[at] ?? { x: 0, y: 0 };
        screen.touch(at === 0 ? 'down' : 'move', pointerId, x, y, 1);
        injectedEvents++;
        if (at !== steps.length - 1) continue;
        screen.touch('up', pointerId, x, y, 0);
        injectedEvents++;
      }
    }
  } catch (error) {
    for (const { pointerId } of pointers) screen.touch('cancel', pointerId, 0, 0, 0);
    throw error;
  }
  return {
    kind,
    injectedEvents,
    elapsedMs: Math.max(durationMs, Math.round(performance.now() - startedAtMs)),
  };
}

function parsePlan(payloadBase64: string): Plan {
  const refuse = (message: string): never => {
    throw new JavaError('java.lang.IllegalArgumentException', message);
  };
  let json: unknown;
  try {
    json = JSON.parse(Buffer.from(payloadBase64, 'base64').toString('utf8'));
  } catch {
    return refuse('malformed gesture payload');
  }
  const parsed = plan.safeParse(json);
  if (!parsed.success) return refuse(parsed.error.issues[0]?.message ?? 'malformed gesture payload');
  const { pointers, kind, durationMs } = parsed.data;
  if (pointers.length !== (kind === 'swipe' ? 1 : 2)) return refuse('wrong number of pointers');
  const offsets = pointers.map(({ samples }) => samples.map(({ offsetMs }) => offsetMs));
  const [first = []] = offsets;
  if (offsets.some((other) => String(other) !== String(first)))
    return refuse('pointers have different offsets');
  const isRising = first.every((offset, at) => at === 0 || durationMs === 0 || offset > (first[at - 1] ?? 0));
  if (!isRising || first[0] !== 0 || first.at(-1) !== durationMs)
    return refuse('offsets must rise from 0 to the duration');
  return parsed.data;
}
