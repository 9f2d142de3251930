// Prometheus metrics of a relay: its viewers, the captures whose channels end in it, and what passes.
import type { RtpPort } from '@pocketfleet/rtp-sender';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Relay } from './relay.ts';

export function registerRelayMetrics(
  metrics: Registry,
  relay: Relay,
  rtp: { readonly port: RtpPort | undefined },
): void {
  const { meter } = relay;
  const registers = [metrics];
  new Gauge({
    name: 'pocketfleet_viewers',
    help: 'Viewers of this relay.',
    registers,
    collect() {
      this.set(relay.count().viewers);
    },
  });
  new Gauge({
    name: 'pocketfleet_rtp_sessions',
    help: 'Viewers of this relay that get pictures as RTP, or are about to.',
    registers,
    collect() {
      this.set(rtp.port?.sessionCount ?? 0);
    },
  });
  new Gauge({
    name: 'pocketfleet_captures',
    help: 'Captures whose channel ends in this relay.',
    labelNames: ['quality'],
    registers,
    collect() {
      const { captures } = relay.count();
      for (const [quality, count] of Object.entries(captures)) this.set({ quality }, count);
    },
  });
  new Counter({
    name: 'pocketfleet_relay_packets_total',
    help: 'Packets that phones sent.',
    labelNames: ['kind'],
    registers,
    collect() {
      this.reset();
      for (const [kind, count] of Object.entries(meter.packets)) this.inc({ kind }, count);
    },
  });
  const counts = {
    relay_phone_bytes_total: ['Bytes that phones sent.', () => meter.bytesFromPhones],
    relay_viewer_bytes_total: ['Bytes that viewers were sent.', () => meter.bytesToViewers],
    relay_skipped_packets_total: [
      'Video packets that were not sent to slow viewers.',
      () => meter.skippedPackets,
    ],
    relay_dropped_viewers_total: ['Viewers cut off because they took nothing.', () => meter.droppedViewers],
    relay_lost_channels_total: [
      'Channels that ended or could not be opened while somebody watched.',
      () => meter.lostChannels,
    ],
    relay_control_messages_total: ['What viewers did to phones.', () => meter.controlMessages],
  } as const;
  for (const [name, [help, read]] of Object.entries(counts)) {
    new Counter({
      name: `pocketfleet_${name}`,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }
  const delays = new Histogram({
    name: 'pocketfleet_stream_delay_seconds',
    help: 'By stage: channel (asked for until the agent dialled in), first_picture (wanted until sent), send (handed over until the system took it, one packet in 16).',
    labelNames: ['stage'],
    buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  for (const stage of ['channel', 'first_picture', 'send']) delays.zero({ stage });
  meter.onDelay = (stage, ms) => delays.observe({ stage }, ms / 1_000);
}
