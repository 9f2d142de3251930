// Notices of typed text go to the person who typed it: another one may have the phone by now, and the text may be a secret.
import type { TypedNoticeOf } from '@pocketfleet/contract';
import type { Viewer } from './viewer.ts';

/** One of the person's windows is told, the one with control first. Where no person is named, the holder is told without the words. */
export function notifyTyped(
  { of, ...notice }: TypedNoticeOf,
  holder: Viewer | undefined,
  viewers: Iterable<Viewer>,
): void {
  const isTheirs = ({ who }: Viewer): boolean => who?.id === of;
  const theirs = holder !== undefined && isTheirs(holder) ? holder : [...viewers].find(isTheirs);
  const { text: _, ...wordless } = notice;
  if (theirs !== undefined) theirs.notify(notice);
  else if (of === undefined) holder?.notify(wordless);
}
