// The events of devices and hosts, and what nodes ask each other about them.
import { controlPlaneMessage } from '@pocketfleet/contract';
import { z } from 'zod';
import { defineQuestion, defineTopic } from '../platform/events.ts';

const nodeId = z.string().max(100);

/**
 * Presence, battery or state of these devices has changed. `node_id` is the node with their host's link: only that node acts
 * on it. Other nodes only forward it to open tabs.
 */
export const devicesChanged = defineTopic(
  'devices_changed',
  z.object({ device_ids: z.array(z.uuid()).max(150), node_id: nodeId }),
);

/** Asked of the node that has the host's link. False: it has no link of this host. */
export const sendToHost = defineQuestion('send_to_host', {
  asked: z.object({ host_id: z.uuid(), message: controlPlaneMessage }),
  answer: z.object({ is_sent: z.boolean() }),
});

/** Published to one node by nodes of the version before: messages for its hosts wait in the database. */
export const hostMessagesWait = defineTopic('host_messages_wait', z.object({}));

/** A host has linked to this node: channels can be requested from it. */
export const hostLinked = defineTopic('host_linked', z.object({ host_id: z.uuid(), node_id: nodeId }));

/** An agent has sent the result of a command. The job `command_answered` has its details. */
export const commandAnswered = defineTopic(
  'command_answered',
  z.object({ command_id: z.uuid(), device_id: z.uuid(), ok: z.boolean(), detail: z.string().max(500) }),
);

/** Somebody has asked for a restart of this device, which is about to go away. */
export const deviceRestarting = defineTopic(
  'device_restarting',
  z.object({ device_id: z.uuid(), by: z.enum(['team', 'tenant']) }),
);

/** The host's key is no longer valid: every node closes its link and channels. */
export const hostRevoked = defineTopic('host_revoked', z.object({ host_id: z.uuid() }));

/** A device belongs to another host now: streams from the old one end, and the new one is notified. */
export const deviceMoved = defineTopic(
  'device_moved',
  z.object({ device_id: z.uuid(), from_host_id: z.uuid(), to_host_id: z.uuid() }),
);

/** A new key was requested: the node with the host's link sends the request on. The topic's name stays while older nodes run. */
export const keyRotationRequested = defineTopic('key_rotation_asked', z.object({ host_id: z.uuid() }));

/** An agent could not open a channel. The node that requested it listens. */
export const channelFailed = defineTopic(
  'channel_failed',
  z.object({ channel_id: z.uuid(), detail: z.string().max(500) }),
);
