// Credentials of a NATS server that knows its users by signed tokens, as `nsc` makes them: an operator, an account, a user.
import { createAccount, createOperator, createUser, type KeyPair } from '@nats-io/nkeys';

/** `config`: lines of the server's configuration; `creds`: the user's file. */
export function makeNatsCredentials(): { config: string; creds: string } {
  const [operator, account, user] = [createOperator(), createAccount(), createUser()];
  const unlimited = { subs: -1, data: -1, payload: -1 };
  const operatorJwt = encode(operator, operator, { type: 'operator', version: 2 });
  const accountJwt = encode(operator, account, {
    limits: { ...unlimited, conn: -1, leaf: -1, imports: -1, exports: -1, wildcards: true },
    type: 'account',
    version: 2,
  });
  const userJwt = encode(account, user, { pub: {}, sub: {}, ...unlimited, type: 'user', version: 2 });
  return {
    config: `operator: "${operatorJwt}"
      resolver: MEMORY
      resolver_preload: { ${account.getPublicKey()}: "${accountJwt}" }`,
    creds: `-----BEGIN NATS USER JWT-----
${userJwt}
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${Buffer.from(user.getSeed()).toString()}
------END USER NKEY SEED------
`,
  };
}

function encode(issuer: KeyPair, subject: KeyPair, nats: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const [iss, sub] = [issuer.getPublicKey(), subject.getPublicKey()];
  const claims = { jti: sub, iat: Math.trunc(Date.now() / 1_000), iss, name: 'test', sub, nats };
  const signed = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part(claims)}`;
  return `${signed}.${Buffer.from(issuer.sign(Buffer.from(signed))).toString('base64url')}`;
}
