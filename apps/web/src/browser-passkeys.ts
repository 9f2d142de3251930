// Passkeys in the browser. The contract names the options only as an object with a challenge.
import {
  browserSupportsWebAuthn,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';

type Options = { challenge: string };

/** Browsers bind passkeys to a name, so there are none at a bare IP address. */
export function canUsePasskeys(): boolean {
  return browserSupportsWebAuthn() && !/^[\d.]+$|:/.test(window.location.hostname);
}

/** Throws when the customer cancels, or has none of these passkeys here. */
export async function signWithPasskey(options: Options) {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return withPlainResults(await startAuthentication({ optionsJSON }));
}

/** Throws when the customer cancels, and `isKnownPasskey` when this device has one of the account already. */
export async function makePasskey(options: Options) {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  return withPlainResults(await startRegistration({ optionsJSON }));
}

/** As the contract has it: we ask for no extension, and an interface without an index is none of its records. */
function withPlainResults<Answer extends { clientExtensionResults: object }>(answer: Answer) {
  const clientExtensionResults: Record<string, unknown> = { ...answer.clientExtensionResults };
  return { ...answer, clientExtensionResults };
}

export function isKnownPasskey(error: unknown): boolean {
  return error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
}
