// npm run bench: prints each figure beside a baseline of the same run, stores it as JSON in bench/results/ and
// writes the README's table. The usage below says the rest.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findChromium } from '../tools/test-run/system-programs.ts';
import { measureBothVersions } from './both-versions.ts';
import { describeMachine } from './machine.ts';
import { writeMeasured } from './measured.ts';
import type { Row, RowResult } from './row.ts';
import { accessRow } from './rows/access.ts';
import { adbBridgeRow } from './rows/adb-bridge.ts';
import { agentsRow } from './rows/agents.ts';
import { apiLoadRow } from './rows/api-load.ts';
import { askedAddressesRow } from './rows/asked-addresses.ts';
import { availabilityRow } from './rows/availability.ts';
import { busRow } from './rows/bus.ts';
import { consoleRow } from './rows/console.ts';
import { densityRow } from './rows/density.ts';
import { filesRow } from './rows/files.ts';
import { firstFrameRow } from './rows/first-frame.ts';
import { idleRow } from './rows/idle.ts';
import { inputRow } from './rows/input.ts';
import { mosaicRow } from './rows/mosaic.ts';
import { ordersRow } from './rows/orders.ts';
import { reconnectRow } from './rows/reconnect.ts';
import { recorderRow } from './rows/recorder.ts';
import { relayRow } from './rows/relay.ts';
import { relaySoakRow } from './rows/relay-soak.ts';
import { screenRow } from './rows/screen.ts';
import { slowLinkRow } from './rows/slow-link.ts';
import { startRow } from './rows/start.ts';
import { touchToPhotonRow } from './rows/touch-to-photon.ts';
import { webhooksRow } from './rows/webhooks.ts';
import { stopRunningProduct } from './running-product.ts';
import { describeRow } from './table.ts';

const rows: readonly Row[] = [
  startRow,
  idleRow,
  firstFrameRow,
  touchToPhotonRow,
  reconnectRow,
  slowLinkRow,
  mosaicRow,
  relayRow,
  densityRow,
  recorderRow,
  inputRow,
  filesRow,
  adbBridgeRow,
  webhooksRow,
  busRow,
  screenRow,
  agentsRow,
  askedAddressesRow,
  availabilityRow,
  ordersRow,
  accessRow,
  consoleRow,
  apiLoadRow,
  relaySoakRow,
];

// Measures in the full browser that people use, not in the headless shell that tests prefer.
process.env['CHROMIUM'] ??= findChromium() ?? '';

const usage = `npm run bench -- [ROW ...] [--seconds N] [--before DIR] | --table

  --seconds N    length of the rows that have one
  --before DIR   measures the version in DIR too, with its packages installed
  --table        writes the README's table from the results, and measures nothing

Rows: ${rows.map(({ name }) => name).join(', ')}`;

const { values, positionals: requested } = readArguments();
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const options = {
  ...(values.seconds !== undefined && { seconds: Number(values.seconds) }),
  ...(values.before !== undefined && { before: resolve(values.before) }),
};
if (values.table) {
  writeMeasured();
  process.exit(0);
}
const unknown = requested.filter((name) => !rows.some((row) => row.name === name));
if (unknown.length > 0) {
  endWith(`There is no row ${unknown.join(', ')}.`);
}

const machine = describeMachine();
console.log(Object.values(machine).join(' · '));
try {
  for (const row of rows.filter((each) => requested.length === 0 || requested.includes(each.name))) {
    const { before } = options;
    const isSplit = before !== undefined && row.measuresBefore !== true;
    const measured = isSplit ? measureBothVersions(row.name, before) : row.measure(options);
    const result = await measured.catch((error: unknown) => describeFailure(row, error));
    if (result === undefined) continue;
    console.log(`\n${describeRow(row, result).join('\n')}`);
    keep(row, result);
  }
} finally {
  await stopRunningProduct();
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        before: { type: 'string' },
        help: { type: 'boolean', default: false },
        seconds: { type: 'string' },
        table: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return endWith(error instanceof Error ? error.message : String(error));
  }
}

function endWith(sentence: string): never {
  console.error(`${sentence}\n\n${usage}`);
  process.exit(2);
}

function keep({ name, aim }: Row, result: RowResult): void {
  const path = join(import.meta.dirname, 'results', `${name}.json`);
  const kept = { name, aim, measured_at: new Date().toISOString(), machine, ...result };
  writeFileSync(path, `${JSON.stringify(kept, null, 2)}\n`);
  writeMeasured();
}

/** A row that fails does not stop the others, but the command ends with exit code 1. */
function describeFailure({ name }: Row, error: unknown): undefined {
  console.log(`\n${name} could not be measured: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
