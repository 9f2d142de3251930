// Time-based one-time passwords (RFC 6238: SHA-1, 6 digits, 30 seconds), the form that all authenticator apps support.
import { Secret, TOTP } from 'otpauth';

const stepS = 30;
/** The previous and the next code are accepted too, because clocks differ. */
const window = 1;
const secretBytes = 20;

export function createTotpSecret(): Buffer {
  return Buffer.from(new Secret({ size: secretBytes }).bytes);
}

/** The URI that authenticator apps read from a QR code, and the secret for typing. */
export function describeTotp(
  secret: Buffer,
  label: { issuer: string; account: string },
): { otpauth_uri: string; secret: string } {
  const totp = totpOf(secret, label);
  return { otpauth_uri: totp.toString(), secret: totp.secret.base32 };
}

/** The 30-second step that the code belongs to; undefined when the code is not valid now. */
export function stepOfCode(secret: Buffer, code: string, nowMs: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window });
  return delta === null ? undefined : Math.floor(nowMs / 1000 / stepS) + delta;
}

function totpOf(secret: Buffer, label?: { issuer: string; account: string }): TOTP {
  return new TOTP({
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    algorithm: 'SHA1',
    digits: 6,
    period: stepS,
    ...(label === undefined ? {} : { issuer: label.issuer, label: label.account }),
  });
}
