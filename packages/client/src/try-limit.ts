// How long one try of a call may take before it counts as unanswered: longer than the server gives the phone.
import type { RouteName } from '@pocketfleet/contract';

/** Above what the server waits for the phone. */
const spareMs = 15_000;
/** The time that the server waits for the phone, where that is about as long as a usual try, or longer. */
const phoneMs = new Map<RouteName, number>([
  ['readScreen', 30_000],
  ['actOnDevice', 60_000],
  ['listApps', 60_000],
  ['startApp', 60_000],
  ['stopApp', 60_000],
  ['clearApp', 60_000],
  ['uninstallApp', 60_000],
]);

/** In ms, at least `usualMs`. */
export function tryLimitMs(name: RouteName, body: unknown, usualMs: number): number {
  const waitsMs = name === 'waitForScreen' ? waitMsOf(body) : phoneMs.get(name);
  return waitsMs === undefined ? usualMs : Math.max(usualMs, waitsMs + spareMs);
}

function waitMsOf(body: unknown): number | undefined {
  const isAsked = typeof body === 'object' && body !== null && 'timeout_ms' in body;
  return isAsked && typeof body.timeout_ms === 'number' ? body.timeout_ms : undefined;
}
