// A phone that was taken out of service or exchanged while its popup is open: the popup waits for the phone that replaces it, and
// leads there. The limits of the wait are those of an exchange that succeeds: a rental without one is refunded.
import type { Device } from '@pocketfleet/contract';
import * as texts from '#language/frame';
import { replacedBecause } from '#language/replacements';
import { withTeam } from '../team.ts';

const askMs = 5_000;
const maxAsks = 60;

/** `listPhones` resolves to the customer's phones, or to none while the server can't be reached. */
export function awaitSuccessor(
  deviceId: string,
  listPhones: () => Promise<readonly Device[]>,
  show: (message: string, link: HTMLAnchorElement) => void,
): void {
  let asks = 0;
  const ask = async () => {
    const successor = (await listPhones()).find(
      ({ replaces }) =>
        replaces?.device_id === deviceId || (replaces?.earlier_device_ids ?? []).includes(deviceId),
    );
    if (successor !== undefined) return show(sentenceOf(successor), linkTo(successor));
    asks += 1;
    if (asks < maxAsks) setTimeout(() => void ask(), askMs);
  };
  void ask();
}

function sentenceOf({ tag, replaces }: Device): string {
  const why = replaces === null ? '' : replacedBecause(replaces.tag, replaces.because, replaces.note);
  return `${why} ${texts.replacedBy(tag)}`.trim();
}

function linkTo({ id, tag }: Device): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = `/frame/${encodeURIComponent(id)}?${withTeam({ tag, quality: 'focus' })}`;
  link.textContent = texts.openNamed(tag);
  return link;
}
