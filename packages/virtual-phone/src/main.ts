import { parseArgs } from 'node:util';
import { startControlServer } from './control-server.ts';
import { startFleet } from './fleet.ts';
import { startAndroid } from './start-android.ts';

const CONFIGURATION_ERROR = 78;
const STOP_LIMIT_MS = 3000;
const MAX_PHONES = 200;

const options = readOptions();
const phones = await startFleet(
  {
    startAndroid,
    now: Date.now,
    onError: (context, error) =>
      log('error', context, error instanceof Error ? (error.stack ?? error.message) : String(error)),
  },
  options,
).catch((error: unknown) => fail(1, error instanceof Error ? error.message : String(error)));
const control =
  options.controlPort === undefined ? null : await startControlServer(phones, options.controlPort);

// Before `ready` is sent: the parent may stop this process at once.
let stopping = false;
for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, () => void stop());

log('info', 'virtual phones started', phones.map((phone) => `${phone.model.tag}:${phone.port}`).join(' '));
// The first picture loads the fonts, which takes seconds; without this, the first stream would wait for them.
await phones[0]?.world.android().screen.screenshotPng();
process.send?.({ ready: true });

async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
  control?.close();
  await Promise.all(phones.map((phone) => phone.stop()));
  process.exit(0);
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        data: { type: 'string' },
        count: { type: 'string', default: '12' },
        ports: { type: 'string', default: '' },
        'control-port': { type: 'string' },
        'real-size': { type: 'boolean', default: false },
      },
    });
    if (values.data === undefined) throw new Error('--data is missing');
    const count = wholeNumber('--count', values.count, MAX_PHONES);
    const ports =
      values.ports === '' ? [] : values.ports.split(',').map((port) => wholeNumber('--ports', port, 65_535));
    const controlPort = values['control-port'];
    return {
      dataDir: values.data,
      count,
      ports,
      isRealSize: values['real-size'],
      controlPort: controlPort === undefined ? undefined : wholeNumber('--control-port', controlPort, 65_535),
    };
  } catch (error) {
    return fail(CONFIGURATION_ERROR, error instanceof Error ? error.message : String(error));
  }
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > most)
    throw new Error(`${name} must be a number up to ${most}`);
  return value;
}

function fail(code: number, message: string): never {
  process.stderr.write(`virtual-phone: ${message}\n`);
  process.exit(code);
}

function log(level: 'info' | 'error', msg: string, detail: string): void {
  process.stdout.write(
    `${JSON.stringify({ level, time: Date.now(), name: 'virtual-phone', msg, detail })}\n`,
  );
}
