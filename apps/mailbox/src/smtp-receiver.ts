import type { Server } from 'node:net';
import { SMTPServer } from 'smtp-server';

const limitBytes = 2_000_000;

export type SmtpReceiver = { start(): Promise<void>; stop(): Promise<void>; readonly port: number };

/** Accepts each mail that arrives on loopback and passes it on complete. */
export function createSmtpReceiver(deps: { port: number; onMail: (raw: Buffer) => void }): SmtpReceiver {
  const server = new SMTPServer({
    name: 'mailbox.localhost',
    banner: 'Pocketfleet demo mailbox',
    // Only programs on this machine can connect, so neither TLS nor authentication is needed.
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    size: limitBytes,
    maxClients: 20,
    socketTimeout: 30_000,
    closeTimeout: 1_000,
    disableReverseLookup: true,
    onData(stream, _session, callback) {
      const chunks: Buffer[] = [];
      let bytes = 0;
      stream.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        // SMTP requires that the rest of a mail that is too large is read; it is dropped.
        if (bytes <= limitBytes) chunks.push(chunk);
      });
      stream.on('end', () => {
        if (bytes > limitBytes) {
          callback(Object.assign(new Error('The mail is larger than 2 MB'), { responseCode: 552 }));
          return;
        }
        try {
          deps.onMail(Buffer.concat(chunks));
          callback();
        } catch {
          callback(Object.assign(new Error('The mail could not be stored'), { responseCode: 451 }));
        }
      });
    },
  });
  // A client may disconnect early; without a listener that error would end the process.
  server.on('error', () => {});
  const inner = server.server as Server;
  return {
    start: () =>
      new Promise((resolve, reject) => {
        inner.once('error', reject);
        server.listen(deps.port, '127.0.0.1', () => {
          inner.off('error', reject);
          resolve();
        });
      }),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
    get port() {
      const address = inner.address();
      return typeof address === 'object' && address !== null ? address.port : deps.port;
    },
  };
}
