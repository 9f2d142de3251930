// The streaming routes of the contract (spec section 7). Also starts the relay, the channels and the sweep.
import { routes } from '@pocketfleet/contract';
import { tokenRevoked } from '../accounts/accounts.events.ts';
import type { AppParts } from '../app-parts.ts';
import { assignmentEnded } from '../assignments/assignments.events.ts';
import { findActiveAssignment, findTenant } from '../assignments/assignments.ts';
import { deviceRestarting, devicesChanged } from '../devices/devices.events.ts';
import { getDevicePlace } from '../devices/devices.ts';
import { publish } from '../platform/events.ts';
import { handleCrontab } from '../platform/jobs.ts';
import { countAgainstLimit } from '../platform/limits.ts';
import { createAdmissions } from './admissions.ts';
import { registerDeviceActions } from './device-actions.routes.ts';
import { getGuestPlace, listViewers } from './people.ts';
import { findRecorded } from './recorded-phones.ts';
import { Relay } from './relay/relay.ts';
import { Restarts } from './relay/restarts.ts';
import { startRtp } from './rtp.ts';
import { registerSeats } from './seats.routes.ts';
import { claimSeat, findSeat, releaseEndedSeats, releaseSeat } from './seats.ts';
import { registerStreamMetrics } from './stream-metrics.ts';
import { startStreamSweep } from './stream-sweep.ts';
import { startStreamedTime } from './streamed-time.ts';
import { deviceSeatChanged, phoneRecorded, seatChanged, sessionStopped } from './streaming.events.ts';
import { openSockets } from './streaming.sockets.ts';
import {
  countHoursOfLines,
  deleteOldRows,
  getStreamAddresses,
  hasOpenSocket,
  socketOf,
  socketUrl,
  startStream,
} from './streaming.ts';

/** Leaving a page of fifty phones stops fifty streams. */
const stopLimit = { name: 'stream-stop', count: 600, windowS: 60 };

export function registerStreaming(parts: AppParts): void {
  const { deps, implement, links, channels } = parts;
  const { config, db, events, log } = deps;
  const restarts = new Restarts(() => performance.now());
  const rtp = startRtp(config.rtp, log);
  const relay = new Relay({
    restarts,
    rtpPort: () => rtp.port,
    now: () => performance.now(),
    nodeId: links.nodeId,
    publishSeat: ({ deviceId, assignmentId }, event) => {
      const payload = { device_id: deviceId, assignment_id: assignmentId, ...event };
      publish(db, seatChanged, payload).catch((error) =>
        log.warn({ err: error }, 'a change of control could not be published'),
      );
    },
    deviceSeat: {
      read: (place) => findSeat(db, place),
      claim: (place, person, by) => claimSeat(db, place, person, by),
      release: (place, person) => releaseSeat(db, place, person),
    },
    knowsSeats: channels.knowsSeats,
    readRecorded: (place) => findRecorded(db, place),
    openChannel: async ({ deviceId, assignmentId }, quality) => {
      const tenant = await findTenant(deps, deviceId);
      if (tenant?.id !== assignmentId) throw new Error('Your rental of this phone has ended.');
      return channels.open({ deviceId, assignmentId, kind: 'stream', quality, expiresAt: tenant.expires_at });
    },
  });
  const admissions = createAdmissions({
    ...deps,
    onEndMoved: (assignmentId, expiresAt) => {
      channels.moveEnd(assignmentId, expiresAt);
      relay.notifyEnd(assignmentId, expiresAt);
    },
  });
  registerStreamMetrics(parts.metrics, relay, admissions, rtp);
  registerDeviceActions(parts);
  registerSeats(parts);
  openSockets({ ...parts, relay, admissions });
  const stopSweep = startStreamSweep({ db, log, nodeId: links.nodeId, admissions, channels, relay });
  const stopStreamedTime = startStreamedTime(deps, relay);
  const stopListening = [
    events.on(assignmentEnded, ({ assignment_id }) => {
      relay.endAssignment(assignment_id);
      channels.endAssignment(assignment_id);
    }),
    events.on(seatChanged, ({ device_id, assignment_id, ...event }) =>
      relay.receiveSeatEvent({ deviceId: device_id, assignmentId: assignment_id }, event),
    ),
    events.on(deviceSeatChanged, ({ device_id, assignment_id, ...change }) =>
      relay.receiveDeviceSeat({ deviceId: device_id, assignmentId: assignment_id }, change),
    ),
    events.on(tokenRevoked, ({ access_token_ids }) => {
      // A job of each minute does it too.
      releaseEndedSeats(db, access_token_ids).catch((error) =>
        log.warn({ err: error }, 'the phones of an ended credential were not freed'),
      );
    }),
    events.onGap(() => relay.readDeviceSeats()),
    events.on(phoneRecorded, ({ device_id }) => relay.readRecorded(device_id)),
    events.on(deviceRestarting, ({ device_id, by }) => restarts.add(device_id, by)),
    events.on(devicesChanged, ({ device_ids }) => relay.devicesChanged(device_ids)),
  ];
  parts.tasks.push(
    handleCrontab('count_hours_of_lines', '* * * * *', () => countHoursOfLines(deps)),
    handleCrontab('forget_old_streams', '* * * * *', async () => {
      await releaseEndedSeats(db, null);
      await deleteOldRows(deps);
    }),
  );
  parts.onStop(async () => {
    for (const undo of stopListening) undo();
    await stopStreamedTime();
    relay.stop();
    await rtp.stop();
    channels.stop();
    admissions.stop();
    await stopSweep();
  });

  implement(routes.getStreamingUrl, ({ caller, params }) =>
    getStreamAddresses({ db, publicUrl: config.publicUrl }, caller, params.id),
  );
  implement(routes.startStream, async ({ caller, params, body }) => ({
    success: true as const,
    stream_url: socketUrl(config.publicUrl, params.id, socketOf(body.purpose)),
    ...(await startStream(deps, caller, {
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
