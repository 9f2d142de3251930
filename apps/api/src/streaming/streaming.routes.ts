// The streaming routes of the contract (spec section 7). Also starts the relay, the channels and the sweep.
import { routes } from '@pocketfleet/contract';
import { tokenRevoked } from '../accounts/accounts.events.ts';
import type { AppParts } from '../app-parts.ts';
import { findActiveAssignment } from '../assignments/assignments.ts';
import { getDevicePlace } from '../devices/devices.ts';
import { publish } from '../platform/events.ts';
import { handleCrontab } from '../platform/jobs.ts';
import { countAgainstLimit } from '../platform/limits.ts';
import { createAdmissions } from './admissions.ts';
import { registerDeviceActions } from './device-actions.routes.ts';
import { getGuestPlace, listViewers } from './people.ts';
import type { ControlEvent } from './relay/control-plane.ts';
import { startRelay } from './relay/start-relay.ts';
import { createRelayAnswers } from './relay-answers.ts';
import { passEventsOn } from './relay-events.ts';
import { startRtp } from './rtp.ts';
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
  socketOf,
  socketUrl,
  startStream,
} from './streaming.ts';

/** Leaving a page of fifty phones stops fifty streams. */
const stopLimit = { name: 'stream-stop', count: 600, windowS: 60 };

export function registerStreaming(parts: AppParts): void {
  const { deps, implement, links, channels } = parts;
  const { config, db, events, log } = deps;
  const tell = (event: ControlEvent): void => running.receive(event);
  const admissions = createAdmissions({
    ...deps,
    tell,
    onEndMoved: (assignment_id, expires_at) => {
      channels.requests.moveEnd(assignment_id, expires_at);
      tell({ type: 'assignment_end_moved', assignment_id, expires_at });
    },
  });
  const control = createRelayAnswers({ ...parts, admissions });
  const rtp = startRtp(config.rtp, log);
  const running = startRelay({
    ...parts,
    relayId: links.nodeId,
    control,
    channels: channels.sockets,
    rtpPort: () => rtp.port,
    log,
  });
  const { relay } = running;
  registerStreamMetrics(parts.metrics, relay, admissions, rtp);
  registerDeviceActions(parts);
  registerSeats(parts);
  const stopSweep = startStreamSweep({
    db,
    log,
    nodeId: links.nodeId,
    admissions,
    requests: channels.requests,
    relay,
    tell,
  });
  const stopStreamedTime = startStreamedTime(deps, relay);
  const stopPassingOn = passEventsOn(events, tell);
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
    stopPassingOn();
    await stopStreamedTime();
    running.stop();
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
