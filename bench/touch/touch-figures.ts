// The figures of the row touch-to-photon from its touches.
import { percentile, slowestFigure } from '../percentile.ts';
import type { Figure, RowResult } from '../row.ts';
import type { Touch } from './one-touch.ts';
import type { SourceName } from './sources.ts';
import type { TracedWork } from './traced-work.ts';

const titles: { readonly [Name in SourceName]: string } = {
  product: '',
  bare: 'bare page, ',
  direct: 'bare page without relay and control plane, ',
  native: 'native scrcpy, ',
};

type Measured = {
  readonly touches: ReadonlyMap<SourceName, readonly Touch[]>;
  readonly work: { readonly product: readonly TracedWork[]; readonly bare: readonly TracedWork[] };
  /** From the page's message until its bytes are on the connection to the phone. */
  readonly controlMs: readonly number[];
  readonly notes: readonly string[];
};

export function describeTouches({ touches, work, controlMs, notes }: Measured): RowResult {
  const of = (name: SourceName) => touches.get(name) ?? [];
  const [product, bare, direct, native] = [of('product'), of('bare'), of('direct'), of('native')];
  const figures = [
    ...whole('product', product),
    ...ratio('times the bare page', product, bare),
    ...ratio('times native scrcpy', product, native),
    ...difference('relay and control plane, between the medians', bare, direct),
    ...stages('product', product),
    ...median('of it: message sent → bytes on the phone’s control socket, without relay', controlMs),
    ...workOf('product', work.product),
  ];
  const baseline = [
    ...whole('bare', bare),
    ...stages('bare', bare),
    ...workOf('bare', work.bare),
    ...whole('direct', direct),
    ...stages('direct', direct),
    ...whole('native', native),
  ];
  const counts = [...touches].map(([name, { length }]) => `${name} ${length}`).join(', ');
  const about = `Touches counted: ${counts}. Stages are medians of their own, so they don't add up to the whole.`;
  return { figures, baseline, note: [about, ...notes].join(' ') };
}

function median(what: string, samples: readonly number[], unit: Figure['unit'] = 'ms'): Figure[] {
  return samples.length === 0 ? [] : [{ what, value: percentile(samples, 0.5), unit }];
}

const wholes = (touches: readonly Touch[]): number[] => touches.map(({ wholeMs }) => wholeMs);

function whole(name: SourceName, touches: readonly Touch[]): Figure[] {
  if (touches.length === 0) return [];
  const slowest = slowestFigure('', wholes(touches));
  return [
    ...median(`${titles[name]}median`, wholes(touches)),
    { ...slowest, what: `${titles[name]}${slowest.what}` },
  ];
}

function ratio(what: string, one: readonly Touch[], other: readonly Touch[]): Figure[] {
  if (one.length === 0 || other.length === 0) return [];
  const value = percentile(wholes(one), 0.5) / percentile(wholes(other), 0.5);
  return [{ what: `median, ${what}`, value, unit: 'ratio' }];
}

function difference(what: string, one: readonly Touch[], other: readonly Touch[]): Figure[] {
  if (one.length === 0 || other.length === 0) return [];
  return [{ what, value: percentile(wholes(one), 0.5) - percentile(wholes(other), 0.5), unit: 'ms' }];
}

type Moment = (touch: Touch) => number | undefined;
const spans: readonly (readonly [string, Moment, Moment])[] = [
  ['press → pointer event', () => 0, (touch) => touch.pointerMs],
  ['pointer event → message sent', (touch) => touch.pointerMs, (touch) => touch.sentMs],
  ['message sent → packet received', (touch) => touch.sentMs, (touch) => touch.receivedMs],
  ['packet received → drawn', (touch) => touch.receivedMs, (touch) => touch.drawnMs],
  ['drawn → pixel', (touch) => touch.drawnMs, (touch) => touch.wholeMs],
];

function stages(name: SourceName, touches: readonly Touch[]): Figure[] {
  return spans.flatMap(([what, from, to]) => {
    const lengths = touches.flatMap((touch) => {
      const [begin, end] = [from(touch), to(touch)];
      return begin === undefined || end === undefined ? [] : [end - begin];
    });
    return median(`${titles[name]}${what}`, lengths);
  });
}

/** Medians over the traced touches. */
function workOf(name: SourceName, traced: readonly TracedWork[]): Figure[] {
  const of = (what: string, pick: (work: TracedWork) => number, unit: Figure['unit'] = 'ms') =>
    median(`${titles[name]}traced: ${what}`, traced.map(pick), unit);
  return [
    ...of('main thread busy', ({ mainThreadMs }) => mainThreadMs),
    ...of('of it event handlers', ({ handlersMs }) => handlersMs),
    ...of('of it style, layout, paint, commit', ({ renderingMs }) => renderingMs),
    ...of('main frames', ({ mainFrames }) => mainFrames, 'count'),
    ...of('raster', ({ rasterMs }) => rasterMs),
    ...of('DrawAndSwap', ({ compositorDraws }) => compositorDraws, 'count'),
  ];
}
