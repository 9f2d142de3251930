import { type ChannelNotice, channelNotice } from '@pocketfleet/contract';

/** Undefined for what is no notice: an agent's messages are untrusted. */
export function parseNotice(text: string): ChannelNotice | undefined {
  try {
    return channelNotice.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
