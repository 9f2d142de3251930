// The demo's mailbox: it receives all mails of the product, which can be read in the browser.
// It forwards no mail, and knows nothing of the product.
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { MailboxConfig } from './config.ts';
import { createHttp } from './http.ts';
import { openMailStore } from './mail-store.ts';
import { createSmtpReceiver } from './smtp-receiver.ts';

export type Mailbox = { readonly smtpPort: number; readonly httpPort: number; stop(): Promise<void> };

/** Port 0 stands for any free port (tests). Both servers listen on loopback only. */
export async function startMailbox(config: MailboxConfig, log: Logger): Promise<Mailbox> {
  const store = openMailStore(config.dataDir);
  const receiver = createSmtpReceiver({
    port: config.smtpPort,
    onMail: (raw) => log.info({ id: store.add(raw), bytes: raw.length }, 'mail received'),
  });
  const http = createHttp(store);
  await receiver.start();
  try {
    await new Promise<void>((resolve, reject) => {
      http.once('error', reject);
      http.listen(config.httpPort, '127.0.0.1', resolve);
    });
  } catch (error) {
    await receiver.stop();
    throw error;
  }
  return {
    smtpPort: receiver.port,
    httpPort: (http.address() as AddressInfo).port,
    async stop() {
      http.closeAllConnections();
      await Promise.all([receiver.stop(), new Promise((resolve) => http.close(resolve))]);
    },
  };
}
