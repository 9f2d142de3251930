import type { TransferOptions } from '@pocketfleet/client';
import type { Terminal } from '@pocketfleet/command-line';

type OnProgress = NonNullable<TransferOptions['onProgress']>;

/** Says how far a transfer is, at most ten times a second. `knownSize` 0: the phone will say it. */
export function createProgress(
  terminal: Terminal,
  title: string,
  knownSize: number,
): { onProgress: OnProgress; end: (text: string) => void } {
  const shown = terminal.progress(title);
  let saidAtMs = 0;
  return {
    end: shown.end,
    onProgress({ bytes, stage, size = knownSize }) {
      const now = performance.now();
      if (now - saidAtMs < 100 && (stage === 'sending' || stage === 'fetching')) return;
      saidAtMs = now;
      if (stage === 'waiting') shown.say('Waiting for the connection');
      else if (stage === 'storing' || stage === 'installing') shown.say('The phone is working on it');
      else
        shown.say(
          size > 0 ? `${bar(bytes / size)} ${megabytes(bytes)} of ${megabytes(size)}` : megabytes(bytes),
        );
    },
  };
}

function bar(share: number): string {
  const filled = Math.round(Math.min(1, share) * 20);
  return `${'█'.repeat(filled)}${'░'.repeat(20 - filled)} ${Math.floor(share * 100)} %`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
