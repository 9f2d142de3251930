// Actions on a phone beside its stream. An app is installed by
// pushing it over /ws/devices/{id}/files.
import { z } from 'zod';
import { id, okResponse } from './fields.ts';
import { installedApp, packageName } from './files.ts';
import { defineRoute } from './route.ts';

const params = z.object({ id });
const appBody = z.object({ package: packageName });

export const listApps = defineRoute({
  method: 'POST',
  path: '/devices/{id}/apps/list',
  caller: 'customer',
  needs: ['apps'],
  summary: 'The apps of this phone that can be started, and the installed ones.',
  params,
  response: z.array(installedApp),
});

export const restartDevice = defineRoute({
  method: 'POST',
  path: '/devices/{id}/restart',
  caller: 'customer',
  needs: ['control'],
  summary: 'Restart this phone. Its streams come back with it.',
  params,
  response: okResponse.extend({
    /** False: it is still restarting, and the phone list shows when it is online again. */
    is_back: z.boolean(),
  }),
});

export const startApp = defineRoute({
  method: 'POST',
  path: '/devices/{id}/apps/start',
  caller: 'customer',
  needs: ['apps'],
  summary: 'Open an app on this phone.',
  params,
  body: appBody,
  response: okResponse,
});

export const uninstallApp = defineRoute({
  method: 'POST',
  path: '/devices/{id}/apps/uninstall',
  caller: 'customer',
  needs: ['apps'],
  summary: 'Remove an app from this phone.',
  params,
  body: appBody,
  response: okResponse,
});

export const stopApp = defineRoute({
  method: 'POST',
  path: '/devices/{id}/apps/stop',
  caller: 'customer',
  needs: ['apps'],
  summary: 'Stop an app on this phone at once, with all that it does in the background.',
  params,
  body: appBody,
  response: okResponse,
});

export const clearApp = defineRoute({
  method: 'POST',
  path: '/devices/{id}/apps/clear',
  caller: 'customer',
  needs: ['apps'],
  summary: 'Delete everything that an app has stored on this phone.',
  params,
  body: appBody,
  response: okResponse,
});
