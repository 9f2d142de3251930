// Set-up of every test file in a whole run of `npm test`: two workers begin at once, because the journeys beside them keep
// the cores busy. Each further worker waits with its first file until one more lane of journeys has ended.
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const earlyWorkers = 2;
/** `npm test` creates this path with `1` at its end when the first lane of journeys has ended, then `2`. */
const endedJourneys = process.env['ENDED_JOURNEYS'];
const later = Number(process.env['VITEST_POOL_ID']) - earlyWorkers;
if (endedJourneys !== undefined && later > 0) while (!existsSync(`${endedJourneys}${later}`)) await wait(250);
