// A process for free-port.test.ts: it chooses ports, reports them, and lives on until it is killed.
import { findFreePort } from './free-port.ts';

const ports: number[] = [];
for (let count = Number(process.argv[2]); count > 0; count -= 1) ports.push(await findFreePort());
process.send?.(ports);
// Only a listener keeps a process alive for its channel. Its end would free the ports for others.
process.on('message', () => undefined);
