// The streaming routes of the contract (spec section 7). Also starts the node's part for relays, and the sweep.
import { routes } from '@pocketfleet/contract';
import { tokenRevoked } from '../accounts/accounts.events.ts';
import type { AppParts } from '../app-parts.ts';
import { findActiveAssignment } from '../assignments/assignments.ts';
import { getDevicePlace } from '../devices/devices.ts';
import { publish } from '../platform/events.ts';
import { handleCrontab } from '../platform/jobs.ts';
import { countAgainstLimit } from '../platform/limits.ts';
import { registerDeviceActions } from './device-actions.routes.ts';
import { embedRelay } from './embedded-relay.ts';
import { linkRelays } from './linked-relays.ts';
import { getGuestPlace, listViewers } from './people.ts';
import { registerSeats } from './seats.routes.ts';
import { releaseEndedSeats } from './seats.ts';
import { registerStreamMetrics } from './stream-metrics.ts';
import { startStreamSweep } from './stream-sweep.ts';
import { startStreamedTime } from './streamed-time.ts';
import { sessionStopped } from './streaming.events.ts';
import {
  countHoursOfLines,
  deleteOldRows,
  getStreamAddresses,
  hasOpenSocket,
  startStream,
} from './streaming.ts';

/** Leaving a page of fifty phones stops fifty streams. */
const stopLimit = { name: 'stream-stop', count: 600, windowS: 60 };

export function registerStreaming(parts: AppParts): void {
  const { deps, implement, channels } = parts;
  const { config, db, events, log } = deps;
  const relays = config.relays === undefined ? embedRelay(parts) : linkRelays(parts, config.relays);
  registerStreamMetrics(parts.metrics, relays);
  registerDeviceActions(parts);
  registerSeats(parts);
  const stopSweep = startStreamSweep({ log, check: relays.check, socketChecksMs: deps.socketChecksMs });
  const stopStreamedTime = startStreamedTime(deps, relays);
  const stopListening = events.on(tokenRevoked, ({ access_token_ids }) => {
    // A job of each minute does it too.
    releaseEndedSeats(db, access_token_ids).catch((error) =>
      log.warn({ err: error }, 'the phones of an ended credential were not freed'),
    );
  });
  parts.tasks.push(
    handleCrontab('count_hours_of_lines', '* * * * *', () => countHoursOfLines(deps)),
    handleCrontab('forget_old_streams', '* * * * *', async () => {
      await releaseEndedSeats(db, null);
      await deleteOldRows(deps);
    }),
  );
  parts.onStop(async () => {
    stopListening();
    await stopStreamedTime();
    await stopSweep();
    await relays.stop();
    channels.stop();
  });

  implement(routes.getStreamingUrl, ({ caller, params }) =>
    getStreamAddresses({ db, publicUrl: config.publicUrl }, caller, params.id),
  );
  implement(routes.startStream, async ({ caller, params, body }) => ({
    success: true as const,
    ...(await startStream({ db, getAddress: relays.getAddress }, caller, {
      device_id: params.id,
      purpose: body.purpose,
      session_id: body.session_id,
    })),
  }));
  implement(routes.stopStream, async ({ caller, params, body }) => {
    await countAgainstLimit(db, stopLimit, caller.kind === 'guest' ? caller.credential_id : caller.user_id);
    const [{ user_id }, { session_id }, device_id] = [caller, body, params.id];
    // Published to all nodes only if the caller has the phone: otherwise they can't have a stream of it.
    if ((await findActiveAssignment(deps, device_id, caller)) !== undefined)
      await publish(db, sessionStopped, { user_id, device_id, session_id });
    return { message: 'The stream was stopped.' };
  });
  implement(routes.listViewers, async ({ caller, params }) => ({
    viewers: await listViewers(deps, caller, params.id),
  }));
  implement(routes.getGuestPlace, ({ caller }) => getGuestPlace(deps, caller));
  implement(routes.streamStatus, async ({ caller, params }) => {
    const assignment = await findActiveAssignment(deps, params.id, caller);
    return { isActive: assignment !== undefined && (await hasOpenSocket(db, assignment.id)) };
  });
  implement(routes.capabilities, async ({ caller, params }) => {
    const assignment = await findActiveAssignment(deps, params.id, caller);
    const place = assignment && (await getDevicePlace(deps, params.id));
    if (place?.connection_state !== 'online') {
      return {
        supportsVideo: false,
        supportsAudio: false,
        supportsShell: false,
        maxResolution: 'none',
        supportedFormats: [],
      };
    }
    const { screen_width, screen_height } = place;
    return {
      supportsVideo: true,
      supportsAudio: true,
      supportsShell: true,
      maxResolution: screen_width === null ? '1080p' : `${screen_width}x${screen_height}`,
      supportedFormats: ['websocket'],
    };
  });
}
