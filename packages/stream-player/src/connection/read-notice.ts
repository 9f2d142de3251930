import { type ViewerNotice, viewerNotice } from '@pocketfleet/contract';

/** What the relay says beside packets; undefined for what we don't know. */
export function readNotice(text: string): ViewerNotice | undefined {
  try {
    return viewerNotice.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
