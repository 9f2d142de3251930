// One action on many phones: some at once, each with its own outcome. A failure never stops the others.
import pLimit from 'p-limit';

export type ItemState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled' | 'skipped';
export type Progress = { state: ItemState; note: string /** From 0 to 1, while it runs. */; part?: number };

/** More at once would only share the line. */
export const phonesAtOnce = 4;

export type Work<Item> = (
  item: Item,
  report: (progress: { note: string; part?: number }) => void,
  signal: AbortSignal,
) => Promise<string>;

export type EachOptions<Item> = {
  work: Work<Item>;
  /** A started action can't be taken back: cancelling only stops those that wait. */
  isFinal: boolean;
  signal: AbortSignal;
  onProgress(item: Item, progress: Progress): void;
  /** The sentence for a failure. */
  sentenceOf(error: unknown): string;
  words: { running: string; cancelled: string };
};

/** Resolves when all have ended; never rejects. */
export async function runEach<Item>(items: readonly Item[], options: EachOptions<Item>): Promise<void> {
  const limit = pLimit(phonesAtOnce);
  await Promise.all(items.map((item) => limit(() => runOne(item, options))));
}

async function runOne<Item>(item: Item, options: EachOptions<Item>): Promise<void> {
  const { signal, onProgress, words, isFinal } = options;
  const cancelled: Progress = { state: 'cancelled', note: words.cancelled };
  if (signal.aborted) return onProgress(item, cancelled);
  onProgress(item, { state: 'running', note: words.running });
  const report = (progress: { note: string; part?: number }) => {
    if (isFinal || !signal.aborted) onProgress(item, { state: 'running', ...progress });
  };
  try {
    const note = await options.work(item, report, isFinal ? new AbortController().signal : signal);
    onProgress(item, { state: 'done', note });
  } catch (error) {
    const isCancelled = signal.aborted && !isFinal;
    onProgress(item, isCancelled ? cancelled : { state: 'failed', note: options.sentenceOf(error) });
  }
}
