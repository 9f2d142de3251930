// Passkeys (WebAuthn, www.w3.org/TR/webauthn-3): what a browser is asked for, and whether its answer is right. They are a
// second factor at sign-in, after a password: that somebody is present is enough. Where one confirms a change in place of the
// password, the passkey has to verify the person too (by a PIN or a fingerprint): a key that lies beside the screen isn't enough.
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';

/** Loaded by the first passkey: the library and its parsers of certificates would lengthen each start of a node. */
const loadWebauthn = () => import('@simplewebauthn/server');

/** Our site, as passkeys know it. */
export type PasskeySite = { name: string; publicUrl: string };

export type StoredPasskey = {
  passkey_id: string;
  public_key: Buffer;
  /** 0 for passkeys that don't count. */
  sign_count: number;
  transports: string[];
};

/** The challenge that a passkey signs, as base64url, and whether it has to verify the person first. */
export type PasskeyCheck = { challenge: string; userVerification: 'preferred' | 'required' };

type Described = { passkey_id: string; transports: string[] };

/** EdDSA, ES256, RS256, as COSE names them: named here, because the library tries newer ones that Node warns of. */
const algorithms = [-8, -7, -257];
const timeoutMs = 5 * 60_000;

/** The options with which a browser makes a passkey; `challenge` is one of ours, as base64url. */
export async function registrationOptions(
  site: PasskeySite,
  person: { id: string; username: string; display_name: string },
  challenge: string,
  known: readonly Described[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await loadWebauthn();
  return generateRegistrationOptions({
    rpName: site.name,
    rpID: idOf(site),
    userID: new TextEncoder().encode(person.id),
    userName: person.username,
    userDisplayName: person.display_name,
    challenge: bytesOf(challenge),
    timeout: timeoutMs,
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map(describe),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
}

/** Undefined when the answer isn't right. */
export async function readRegistration(
  site: PasskeySite,
  response: unknown,
  challenge: string,
): Promise<StoredPasskey | undefined> {
  const { verifyRegistrationResponse } = await loadWebauthn();
  const verified = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.publicUrl,
    expectedRPID: idOf(site),
    supportedAlgorithmIDs: algorithms,
    requireUserVerification: false,
  }).catch(() => undefined);
  if (verified?.verified !== true) return undefined;
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  return { passkey_id: id, public_key: Buffer.from(publicKey), sign_count: counter, transports };
}

/** The options with which a browser signs the challenge with one of these passkeys. */
export async function assertionOptions(
  site: PasskeySite,
  { challenge, userVerification }: PasskeyCheck,
  known: readonly Described[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await loadWebauthn();
  return generateAuthenticationOptions({
    rpID: idOf(site),
    challenge: bytesOf(challenge),
    timeout: timeoutMs,
    allowCredentials: known.map(describe),
    userVerification,
  });
}

/** The passkey's new counter. Undefined when the answer isn't right, or comes from a copy of the passkey. */
export async function readAssertion(
  site: PasskeySite,
  response: unknown,
  { challenge, userVerification }: PasskeyCheck,
  passkey: StoredPasskey,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadWebauthn();
  const verified = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: site.publicUrl,
    expectedRPID: idOf(site),
    credential: {
      id: passkey.passkey_id,
      publicKey: new Uint8Array(passkey.public_key),
      counter: passkey.sign_count,
    },
    requireUserVerification: userVerification === 'required',
  }).catch(() => undefined);
  return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined;
}

/** The name to which passkeys are bound. */
function idOf({ publicUrl }: PasskeySite): string {
  return new URL(publicUrl).hostname;
}

function describe({ passkey_id, transports }: Described): { id: string; transports: string[] } {
  return { id: passkey_id, transports };
}

function bytesOf(challenge: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(challenge, 'base64url'));
}
