// The control plane as the relay calls it, over its link.
import type { ControlPlane } from '../control-plane.ts';
import type { RelayLink } from './relay-link.ts';

export function createLinkedControl(link: Pick<RelayLink, 'ask' | 'tell'>): ControlPlane {
  return {
    admit: (request) => link.ask('admit', request),
    socketClosed: (socket_id, code) => link.tell({ name: 'socket_closed', socket_id, code }),
    openChannel: (dial, request) => link.ask('open_channel', { dial, request }),
    channelArrived: (channel_id) => link.tell({ name: 'channel_arrived', channel_id }),
    channelClosed: (channel_id) => link.tell({ name: 'channel_closed', channel_id }),
    readSeat: async (place) => (await link.ask('read_seat', place)) ?? undefined,
    claimSeat: (place, person, by) => link.ask('claim_seat', { place, person, by }),
    releaseSeat: async (place, person) => {
      await link.ask('release_seat', { place, person });
    },
    publishSeat: (place, event) => link.tell({ name: 'publish_seat', place, event }),
    findRecorded: (place) => link.ask('find_recorded', place),
    judgeFiles: (socket_id, what) => link.ask('judge_files', { socket_id, what }),
    recordUse: (socket_id, use) => link.tell({ name: 'record_use', socket_id, use }),
    reserveTransfer: (device_id, bytes) => link.ask('reserve_transfer', { device_id, bytes }),
    releaseTransfer: (device_id, bytes) => link.tell({ name: 'release_transfer', device_id, bytes }),
  };
}
