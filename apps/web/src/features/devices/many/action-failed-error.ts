import * as texts from '#language/many';
import { noConnection, reasonOf } from '../../../api/errors.ts';

/** An action on a phone has failed, with a sentence for the customer. */
export class ActionFailedError extends Error {}

/** Why an action on one phone has failed. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ActionFailedError) return error.message;
  const reason = reasonOf(error);
  if (reason !== null) return reason;
  return navigator.onLine ? texts.somethingWentWrong : noConnection;
}
