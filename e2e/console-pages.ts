// The pages of the team's console that have one address: every link of the console but those with an id in it.
import { paths } from '../apps/console/src/paths.ts';

/** As the router writes them, the fleet first. */
export const consolePages = Object.values(paths).filter((path) => typeof path === 'string');
