// The catalogue of the exact sentences that the product shows for a refused call (spec section 8). Callers decide where a
// sentence is shown, once.
import { ApiError } from '@pocketfleet/client';
import { errorSentences } from '#language/error-codes';
import * as texts from '#language/errors';

export const noConnection = texts.unableToConnectToServer;
/** The text of `closeCodes.session_ended`, written out because a first visit doesn't load the contract. */
export const signedOutSentence = texts.youHaveBeenSignedOut;
const serverError = texts.serverErrorPleaseTryAgainLater;
const unavailable = texts.serviceTemporarilyUnavailablePleaseTry;

export function loginSentence(error: unknown): string {
  const fallback = texts.loginFailedPleaseTryAgain;
  if (!(error instanceof ApiError)) return fallback;
  if (error.status === 0) return noConnection;
  if (error.status === 401) return texts.invalidUsernameOrPasswordPlease;
  if (error.status === 500) return serverError;
  if (error.status === 503) return unavailable;
  if (error.status > 500) return texts.serverTemporarilyUnavailablePleaseTry;
  return explain(error) ?? fallback;
}

export function registerSentence(error: unknown): string {
  const fallback = texts.registrationFailedPleaseTryAgain;
  if (!(error instanceof ApiError)) return fallback;
  if (error.status === 0) return noConnection;
  if (error.status === 400) {
    return explain(error) ?? texts.invalidDataProvidedPleaseCheck;
  }
  if (error.status === 409) return texts.usernameOrEmailAlreadyExists;
  if (error.status === 500) return serverError;
  if (error.status === 503) return unavailable;
  // The server's detail names the time to wait.
  if (error.status === 429) return explain(error) ?? fallback;
  return fallback;
}

export const verifySentence = texts.failedToVerifyEmailPlease;
export const resendSentence = texts.failedToResendVerificationEmail;

export function forgotSentence(error: unknown): string {
  return explain(error) ?? texts.failedToSendResetEmail;
}

export function resetSentence(error: unknown): string {
  return explain(error) ?? texts.failedToResetPasswordPlease;
}

/** Without an answer, neither the typed values nor the password are at fault. */
export function profileSentence(error: unknown): string {
  return hasNoAnswer(error) ? noConnection : texts.failedToUpdateYourProfile;
}

export function changePasswordSentence(error: unknown): string {
  return hasNoAnswer(error) ? noConnection : texts.failedToUpdatePasswordPlease;
}

export function devicesSentence(error: unknown): string {
  return explain(error) ?? texts.errorLoadingDevices;
}

export const availabilitySentence = texts.failedToValidateAvailabilityPlease;

function hasNoAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** The server's own message to the customer, or null. */
export function reasonOf(error: unknown): string | null {
  if (hasNoAnswer(error)) return noConnection;
  return explain(error);
}

export function requestSentence(error: unknown): string {
  return texts.requestCouldNotBeSent(reasonOf(error));
}

/** Opening a payment (spec section 8). */
export function paymentSentence(error: unknown): string {
  const fallback = texts.paymentProcessingFailed;
  if (!(error instanceof ApiError)) return error instanceof Error && error.message ? error.message : fallback;
  if (error.status === 0) return noConnection;
  if (error.code === 'unreadable_response') return texts.invalidPaymentIntentResponseFromServer;
  if (error.status === 401) return texts.authenticationFailedPleaseLogOut;
  // The server says how much is left, and who can raise the limit.
  if (error.code === 'over_budget') return explain(error) ?? fallback;
  if (error.status === 403) return texts.youDoNotHavePermission;
  if (error.status === 404) return texts.paymentServiceNotAvailablePlease;
  return explain(error) ?? fallback;
}

export function contactSentence(error: unknown): string {
  const fallback = texts.anErrorOccurredPleaseTry;
  if (!(error instanceof ApiError)) return fallback;
  if (error.status === 429) return texts.tooManyRequestsPleaseTry;
  if (error.status === 400) return explain(error) ?? texts.pleaseCheckYourInformation;
  if (error.status >= 500) return serverError;
  return explain(error) ?? error.note ?? fallback;
}

/** Our words for the error's code; where the code has several causes, the server's. */
export function explain(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  const byCode: Readonly<Record<string, string | null>> = errorSentences;
  return byCode[error.code] ?? error.detail;
}

/** 401 and 403 on device calls: the customer isn't signed in any more, or isn't allowed to (spec section 6). */
export function isAuthorizationError(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}
