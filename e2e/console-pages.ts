// The console's pages with a fixed address: every link of the console except those with an id.
import { paths } from '../apps/console/src/paths.ts';

/** As the router writes them, the fleet first. */
export const consolePages = Object.values(paths).filter((path) => typeof path === 'string');
