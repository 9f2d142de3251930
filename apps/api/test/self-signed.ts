// A certificate for this computer that signs itself, as Node can check one but not make it: X.509 (RFC 5280) in DER.
import { generateKeyPairSync, sign } from 'node:crypto';

export type SelfSigned = { key: string; cert: string };

const ecdsaWithSha256 = '06082a8648ce3d040302';
const commonName = '0603550403';
const basicConstraints = '0603551d13';
const subjectAltName = '0603551d11';

/** For `localhost` and 127.0.0.1. */
export function makeSelfSigned(): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = der(0x30, hex(ecdsaWithSha256));
  const name = der(0x30, der(0x31, der(0x30, hex(commonName), der(0x0c, Buffer.from('localhost')))));
  const names = der(0x30, der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])));
  const itsOwnAuthority = der(0x30, der(0x01, Buffer.from([0xff])));
  const toBeSigned = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    der(0x30, der(0x17, Buffer.from('260101000000Z')), der(0x17, Buffer.from('490101000000Z'))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, extension(basicConstraints, itsOwnAuthority), extension(subjectAltName, names))),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', toBeSigned, privateKey)]);
  const whole = der(0x30, toBeSigned, algorithm, der(0x03, signature));
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

function extension(oid: string, value: Buffer): Buffer {
  return der(0x30, hex(oid), der(0x04, value));
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}
