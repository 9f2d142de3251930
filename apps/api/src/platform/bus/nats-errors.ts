// Errors of NATS in words that say what to do. They never contain the address with its password.
import { errors } from '@nats-io/transport-node';

export function describeNatsError(error: unknown): string {
  const text = textsOf(error).join(': ');
  if (error instanceof errors.PermissionViolationError) {
    return `This user of NATS may not ${error.operation} ${error.subject}. Allow it in the server’s configuration.`;
  }
  if (error instanceof errors.AuthorizationError || /authoriz|authenticat/i.test(text)) {
    return 'NATS refuses the credentials. Check the user and password in NATS_URL, or the file that NATS_CREDS names.';
  }
  if (error instanceof errors.UserAuthenticationExpiredError) {
    return 'The credentials for NATS have expired. Renew the file that NATS_CREDS names.';
  }
  if (/does not support 'tls'|is not available on this server/.test(text)) {
    return 'The NATS server offers no TLS. Turn it on there, or write nats:// in NATS_URL.';
  }
  if (/certificate|altname|self.signed|unable to verify/i.test(text)) {
    return `The certificate of the NATS server can’t be verified (${text}). Name its authority in NODE_EXTRA_CA_CERTS.`;
  }
  if (/ENOENT|EACCES/.test(text)) return `The file that NATS_CREDS names can’t be read (${text}).`;
  if (/unexpected response from server/.test(text)) {
    return 'The server at NATS_URL is no NATS server. Check host and port.';
  }
  return `NATS can’t be reached (${text === '' ? 'the connection was closed' : text}). Check NATS_URL and the server.`;
}

function textsOf(error: unknown): string[] {
  if (error instanceof AggregateError) return error.errors.flatMap(textsOf);
  if (!(error instanceof Error)) return error === undefined ? [] : [String(error)];
  const cause = error.cause === undefined ? [] : textsOf(error.cause);
  return [...new Set([error.message, ...cause].filter((text) => text !== ''))];
}
