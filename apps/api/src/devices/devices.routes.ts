// The routes for hosts on AGENT_PORT: enrolment and the link.
import { enrolmentRequest, enrolmentResponse } from '@pocketfleet/contract';
import type { AppParts } from '../app-parts.ts';
import { wideSubnetOf } from '../platform/client-address.ts';
import { parseInput } from '../platform/implement.ts';
import { withinLimits } from '../platform/limits.ts';
import { serveAgentLink } from './agent-link.ts';
import { notifyNewHost } from './device-moves.ts';
import { deviceMoved, hostRevoked, keyRotationRequested } from './devices.events.ts';
import { enrolHost } from './enrolment.ts';

const enrolmentLimit = { name: 'enrol', count: 30, windowS: 600 };
/** A full report of 500 devices fits well. */
const maxLinkMessageBytes = 1024 * 1024;

export function registerDevices(parts: AppParts): void {
  const { deps, agents, agentSockets, links } = parts;
  agents.post('/agent/enrol', async (request) => {
    return withinLimits(deps.db, [[enrolmentLimit, wideSubnetOf(request.ip)]], async () => {
      const input = parseInput(enrolmentRequest, request.body);
      return enrolmentResponse.parse({ host_id: await enrolHost(deps, input, request.ip) });
    });
  });
  agentSockets.onUpgrade({
    path: '/agent/link',
    maxMessageBytes: maxLinkMessageBytes,
    onSocket: (socket, call) => serveAgentLink({ ...deps, links }, socket, call.proven),
  });
  const stopListening = [
    deps.events.on(hostRevoked, ({ host_id }) => links.close(host_id, 'This key was revoked.')),
    deps.events.on(deviceMoved, (moved) => {
      notifyNewHost({ ...deps, links }, moved).catch((error) =>
        deps.log.warn(
          { err: error, host_id: moved.to_host_id },
          'a host could not be notified of a moved phone',
        ),
      );
    }),
    deps.events.on(keyRotationRequested, ({ host_id }) => links.requestNewKey(host_id)),
  ];
  parts.onStop(() => {
    for (const stop of stopListening) stop();
    links.stop();
  });
}
