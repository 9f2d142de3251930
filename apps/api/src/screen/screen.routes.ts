import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app-parts.ts';
import { deviceSeatChanged } from '../streaming/streaming.events.ts';
import { actOnDevice, readScreen, type ScreenDeps, waitForScreen } from './screen.ts';
import { createScreenLines } from './screen-lines.ts';

/** Returns the dependencies of `screen.ts`, which the endpoint for agents shares. */
export function registerScreen({ deps: appDeps, channels, implement, onStop }: AppParts): ScreenDeps {
  const { db, log, config, events } = appDeps;
  const deps = { db, log, config, lines: createScreenLines(channels) };
  onStop(
    events.on(deviceSeatChanged, ({ assignment_id, generation, holder }) =>
      deps.lines.tellSeat(assignment_id, generation, holder),
    ),
  );
  implement(routes.readScreen, ({ caller, params, query }) => readScreen(deps, caller, params.id, query));
  implement(routes.waitForScreen, ({ caller, params, query, body }) =>
    waitForScreen(deps, caller, params.id, { view: query.view, until: body }),
  );
  implement(routes.actOnDevice, ({ caller, params, body }) => actOnDevice(deps, caller, params.id, body));
  return deps;
}
