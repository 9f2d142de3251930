// The browser's work for one touch, from a Chrome trace: how long the page's main thread is busy, and what it paints anew.
import type { Browser, CDPSession } from 'playwright-core';

type TraceEvent = {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** In microseconds. */
  readonly ts: number;
  readonly dur?: number;
  readonly args?: { readonly data?: { readonly type?: string }; readonly name?: string };
};

/** From the pointer event until the pixel has changed, in ms where nothing else is said. */
export type TracedWork = {
  readonly mainThreadMs: number;
  readonly handlersMs: number;
  /** Style, layout, paint and commit. */
  readonly renderingMs: number;
  readonly mainFrames: number;
  readonly rasterMs: number;
  readonly compositorDraws: number;
};

const categories = [
  'toplevel',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'cc',
  'viz',
  'benchmark',
];
const rendering = new Set(['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit']);
const endWithinMs = 20_000;

/** Traces the whole browser while `touch` runs, which returns the ms from press to pixel; null if nothing changed. */
export async function traceTouch(
  browser: Browser,
  touch: () => Promise<number | null>,
): Promise<TracedWork | undefined> {
  const devtools = await browser.newBrowserCDPSession();
  try {
    const { events, wholeMs } = await record(devtools, touch);
    return wholeMs === null ? undefined : summarize(events, wholeMs);
  } finally {
    await devtools.detach();
  }
}

async function record(devtools: CDPSession, touch: () => Promise<number | null>) {
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { recordMode: 'recordUntilFull', includedCategories: categories },
  });
  const wholeMs = await touch();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error('the browser did not end its trace')), endWithinMs);
  devtools.once('Tracing.tracingComplete', () => resolve());
  await devtools.send('Tracing.end');
  await promise.finally(() => clearTimeout(timer));
  return { events, wholeMs };
}

/** Undefined if the trace has no press. */
function summarize(events: readonly TraceEvent[], wholeMs: number): TracedWork | undefined {
  const press = events.find(
    ({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'pointerdown',
  );
  if (press === undefined) return undefined;
  const endTs = press.ts + wholeMs * 1_000;
  const during = events.filter(({ ph, ts, dur = 0 }) => ph === 'X' && ts + dur > press.ts && ts < endTs);
  const onMain = during.filter(({ pid, tid }) => pid === press.pid && tid === press.tid);
  const sumMs = (some: readonly TraceEvent[]) =>
    some.reduce((sum, { ts, dur = 0 }) => sum + Math.min(endTs, ts + dur) - Math.max(press.ts, ts), 0) /
    1_000;
  const named = (some: readonly TraceEvent[], name: string) => some.filter((event) => event.name === name);
  return {
    mainThreadMs: sumMs(named(onMain, 'RunTask')),
    handlersMs: sumMs(named(onMain, 'EventDispatch')),
    renderingMs: sumMs(onMain.filter(({ name }) => rendering.has(name))),
    mainFrames: named(onMain, 'Commit').length,
    rasterMs: sumMs(named(during, 'RasterTask')),
    compositorDraws: named(during, 'Display::DrawAndSwap').length,
  };
}
