// News that devices tell to the features on their right.
import { z } from 'zod';
import { defineTopic } from '../platform/events.ts';

const nodeId = z.string().max(100);

/**
 * Presence, battery or state of these devices has changed. `node_id` names the node that does what follows from it:
 * the one that holds their host's link. The others only pass it on to tabs.
 */
export const devicesChanged = defineTopic(
  'devices_changed',
  z.object({ device_ids: z.array(z.uuid()).max(150), node_id: nodeId }),
);

/** Told to one node alone: messages for hosts whose links it holds wait in the database. */
export const hostMessagesWait = defineTopic('host_messages_wait', z.object({}));

/** A host's link is on this node now, and it may be asked for channels. */
export const hostLinked = defineTopic('host_linked', z.object({ host_id: z.uuid(), node_id: nodeId }));

/** An agent has answered a command. What it found is in the job `command_answered`. */
export const commandAnswered = defineTopic(
  'command_answered',
  z.object({ command_id: z.uuid(), device_id: z.uuid(), ok: z.boolean(), detail: z.string().max(500) }),
);

/** This host's key no longer counts: its link and channels close wherever they are. */
export const hostRevoked = defineTopic('host_revoked', z.object({ host_id: z.uuid() }));

/** A new key was asked for; the node that holds the host's link asks it. */
export const keyRotationAsked = defineTopic('key_rotation_asked', z.object({ host_id: z.uuid() }));

/** An agent could not open a channel; the node that asked for it listens. */
export const channelFailed = defineTopic(
  'channel_failed',
  z.object({ channel_id: z.uuid(), detail: z.string().max(500) }),
);
