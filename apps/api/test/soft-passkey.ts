// A passkey in software, for tests: what a browser and its authenticator answer (www.w3.org/TR/webauthn-3).
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

export type SoftPasskey = {
  id: string;
  /** How often it has signed; a copy of it that is behind is refused. */
  signCount: number;
  /** True when it has asked the person for a PIN or a fingerprint. */
  verifiesPerson: boolean;
  register: (challenge: string) => object;
  assert: (challenge: string) => object;
};

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;

export function createSoftPasskey(origin = 'http://localhost:4000'): SoftPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const idBytes = randomBytes(32);
  const id = idBytes.toString('base64url');
  const cose = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]),
  );
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const head = (flags: number, count: number) => {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(count);
    return Buffer.concat([sha256(new URL(origin).hostname), Buffer.of(flags), counter]);
  };
  const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  const passkey: SoftPasskey = {
    id,
    signCount: 0,
    verifiesPerson: true,
    register: (challenge) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(idBytes.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, idBytes, cose]);
      const authData = Buffer.concat([head(userPresent | hasCredential, 0), attested]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, never>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, never>()],
          ['authData', new Uint8Array(authData)],
        ]),
      );
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: Buffer.from(attestation).toString('base64url'),
        transports: ['internal'],
      };
      return { ...credential, response };
    },
    assert: (challenge) => {
      passkey.signCount += 1;
      const flags = passkey.verifiesPerson ? userPresent | userVerified : userPresent;
      const authenticatorData = head(flags, passkey.signCount);
      const clientDataJSON = clientData('webauthn.get', challenge);
      const signed = Buffer.concat([authenticatorData, sha256(clientDataJSON)]);
      const response = {
        clientDataJSON: clientDataJSON.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      };
      return { ...credential, response };
    },
  };
  return passkey;
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}
