import { pino } from 'pino';
import { readConfig } from './config.ts';
import { startMailbox } from './mailbox.ts';

const log = pino({ name: 'mailbox' });

try {
  const mailbox = await startMailbox(readConfig(process.env), log);
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    mailbox.stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, stop);
  log.info({ smtp_port: mailbox.smtpPort, http_port: mailbox.httpPort }, 'mailbox listens');
  process.send?.({ ready: true });
} catch (error) {
  console.error(`Error: the mailbox could not start: ${(error as Error).message}`);
  process.exit(1);
}
