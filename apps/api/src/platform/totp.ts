// Time-based one-time passwords (RFC 6238: SHA-1, 6 digits, 30 seconds), as every authenticator speaks them.
import { Secret, TOTP } from 'otpauth';

const stepS = 30;
/** Clocks differ: the code before and the one after count too. */
const window = 1;
const secretBytes = 20;

export function createTotpSecret(): Buffer {
  return Buffer.from(new Secret({ size: secretBytes }).bytes);
}

/** The address that authenticators read from a QR code, and the secret for typing. */
export function describeTotp(
  secret: Buffer,
  label: { issuer: string; account: string },
): { otpauth_uri: string; secret: string } {
  const totp = totpOf(secret, label);
  return { otpauth_uri: totp.toString(), secret: totp.secret.base32 };
}

/** The 30-second step that this code belongs to; undefined when it is not right now. */
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
