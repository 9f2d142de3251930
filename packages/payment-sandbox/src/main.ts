import { pino } from 'pino';
import { readConfig } from './config.ts';
import { startSandbox } from './sandbox.ts';

const log = pino({ name: 'payment-sandbox' });

try {
  const sandbox = await startSandbox({ ...readConfig(process.env), log });
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    sandbox.stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, stop);
  log.info({ url: sandbox.url }, 'payment sandbox listens');
  process.send?.({ ready: true });
} catch (error) {
  console.error(`Error: the payment sandbox could not start: ${(error as Error).message}`);
  process.exit(1);
}
