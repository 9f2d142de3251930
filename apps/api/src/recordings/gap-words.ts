// The gaps of a recording in words, for the comment of its video file.
import type { Gap } from './exported-pictures.ts';

const maxLength = 8_000;

const reasons: Readonly<Record<Gap['why'], (secret: string) => string>> = {
  secret: (name) => (name === '' ? 'a stored secret could be seen' : `the secret ${name} was typed`),
  phone_away: () => 'the phone was away',
  host_restarted: () => 'the phone’s computer started again',
  too_slow: () => 'the phone’s computer was too busy',
};

/** One line for each. `firstMs`: of the recording, when the file begins. */
export function formatGaps(gaps: readonly Gap[], firstMs: number): string {
  const lines = gaps.map(({ at_ms, until_ms, why, detail }) => {
    const [from, until] = [at_ms, until_ms].map((ms) => formatTime(Math.max(0, ms - firstMs)));
    return `${from} to ${until}: ${reasons[why](detail)}`;
  });
  const text = ['Nothing was recorded at these times:', ...lines].join('\n');
  return text.length <= maxLength ? text : `${text.slice(0, text.lastIndexOf('\n', maxLength))}\n…`;
}

/** As 00:00:00.0. */
function formatTime(ms: number): string {
  const tenths = Math.round(ms / 100);
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const seconds = `${two((tenths / 10) % 60)}.${tenths % 10}`;
  return `${two(tenths / 36_000)}:${two((tenths / 600) % 60)}:${seconds}`;
}
