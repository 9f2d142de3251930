// Why a phone was replaced (decision 157). The mail about it says the same.
import type { ReplacementReason } from '@pocketfleet/contract';

/** Empty where the reason isn't known. */
export function replacedBecause(
  oldTag: string,
  because: ReplacementReason | null,
  note: string | null,
): string {
  switch (because) {
    case 'failed':
      return `${oldTag} failed, so we took it out of service.`;
    case 'offline':
      return `We couldn’t reach ${oldTag} for two hours.`;
    case 'chosen':
      return `${oldTag} failed, and you chose another model.`;
    case 'by_team':
      return note === null
        ? `Our team exchanged ${oldTag}.`
        : `Our team exchanged ${oldTag}: ${asSentence(note)}`;
    case null:
      return '';
  }
}

function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
