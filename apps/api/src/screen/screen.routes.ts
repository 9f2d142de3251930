import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app-parts.ts';
import { actOnDevice, readScreen, waitForScreen } from './screen.ts';
import { createScreenLines } from './screen-lines.ts';

export function registerScreen({ deps: { db }, channels, implement }: AppParts): void {
  const deps = { db, lines: createScreenLines(channels) };
  implement(routes.readScreen, ({ caller, params, query }) =>
    readScreen(deps, caller, params.id, query.view),
  );
  implement(routes.waitForScreen, ({ caller, params, query, body }) =>
    waitForScreen(deps, caller, params.id, { view: query.view, until: body }),
  );
  implement(routes.actOnDevice, ({ caller, params, body }) => actOnDevice(deps, caller, params.id, body));
}
