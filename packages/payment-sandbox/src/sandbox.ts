// Starts and stops the sandbox: store, webhooks, HTTP on loopback.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { startWebhooks, type WebhookTarget } from './events.ts';
import { createHttp, type Faults } from './http.ts';
import { decideRefunds } from './refunds.ts';
import { openStore } from './store.ts';

type SandboxOptions = {
  /** 0 for any free port. */
  port: number;
  dataDir: string;
  /** The address for webhooks; undefined sends none. */
  webhook: WebhookTarget | undefined;
  log: Logger;
  /** Milliseconds since 1970. */
  nowMs?: () => number;
};

export type Sandbox = {
  /** "http://127.0.0.1:port". */
  url: string;
  /** Faults, which tests change in place. */
  faults: Faults;
  stop: () => Promise<void>;
};

const decideEveryMs = 1_000;

export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { log, nowMs = Date.now } = options;
  const faults: Faults = { webhooks: { drop: false, copies: 1, reverse: false }, next: [] };
  const store = openStore(options.dataDir);
  const webhooks = startWebhooks({ store, target: options.webhook, faults: faults.webhooks, nowMs });
  let url = '';
  const deps = { store, emit: webhooks.emit, nowMs, baseUrl: () => url };
  const server = createHttp({ ...deps, faults, log });
  const banks = setInterval(() => {
    store.catchUp();
    decideRefunds(deps);
  }, decideEveryMs);
  url = `http://127.0.0.1:${await listen(server, options.port)}`;
  return {
    url,
    faults,
    stop: async () => {
      clearInterval(banks);
      store.catchUp();
      await webhooks.stop();
      server.closeAllConnections();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}
