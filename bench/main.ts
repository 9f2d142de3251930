// npm run bench: prints each figure beside a baseline of the same run, stores it as JSON in bench/results/ and
// writes the README's table. `npm run bench -- NAME` measures one row, `--seconds N` sets the length of rows that have
// one, `--before DIR` measures an older version too, which lies there with its packages installed, `--table` writes the README's table and measures
// nothing.
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

const { values, positionals: requested } = parseArgs({
  allowPositionals: true,
  options: {
    before: { type: 'string' },
    seconds: { type: 'string' },
    table: { type: 'boolean', default: false },
  },
});
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
  console.error(`There is no row ${unknown.join(', ')}. Rows: ${rows.map((row) => row.name).join(', ')}`);
  process.exit(2);
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
