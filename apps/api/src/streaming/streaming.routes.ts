// The streaming calls of the contract (spec section 7), and the start of everything that streams.
import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app.ts';
import { assignmentEnded } from '../assignments/assignments.events.ts';
import { findActiveAssignment, findTenant } from '../assignments/assignments.ts';
import { getDevicePlace } from '../devices/devices.ts';
import { createAdmissions } from './admissions.ts';
import { createChannels } from './channels.ts';
import { registerDeviceActions } from './device-actions.routes.ts';
import { Relay } from './relay/relay.ts';
import { openSockets } from './streaming.sockets.ts';
import { forgetOldTickets, getStreamAddresses, socketOf, socketUrl, startStream } from './streaming.ts';

const cleanEveryMs = 60_000;

export function registerStreaming(parts: AppParts): void {
  const { deps, implement, links } = parts;
  const { clock, config, db, events, log } = deps;
  const channels = createChannels({ db, clock, events, links, nodeUrl: config.nodeUrl });
  const admissions = createAdmissions(deps);
  const relay = new Relay({
    now: () => performance.now(),
    openChannel: async (deviceId, quality) => {
      const tenant = await findTenant(deps, deviceId);
      if (tenant === undefined) throw new Error('Nobody rents this phone now.');
      return channels.open({ deviceId, kind: 'stream', quality, expiresAt: tenant.expires_at });
    },
  });
  registerDeviceActions(parts, channels);
  openSockets({ ...parts, relay, channels, admissions });
  const stopListening = events.on(assignmentEnded, ({ device_id }) => relay.endDevice(device_id));
  const timer = setInterval(() => {
    forgetOldTickets(deps).catch((error) => log.warn({ err: error }, 'old tickets could not be deleted'));
  }, cleanEveryMs);
  parts.onStop(() => {
    clearInterval(timer);
    stopListening();
    relay.stop();
    channels.stop();
    admissions.stop();
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
  implement(routes.stopStream, ({ caller, params, body }) => {
    admissions.closeSession(caller.user_id, params.id, body.session_id);
    return { message: 'The stream was stopped.' };
  });
  implement(routes.streamStatus, async ({ caller, params }) => ({
    isActive:
      (await findActiveAssignment(deps, params.id, caller.user_id)) !== undefined &&
      relay.isActive(params.id),
  }));
  implement(routes.capabilities, async ({ caller, params }) => {
    const assignment = await findActiveAssignment(deps, params.id, caller.user_id);
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
