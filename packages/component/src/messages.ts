// The messages between the component and the page in its frame. Both check where a message comes from: the component by the
// origin of its `src` and by its own frame, the page by the origin for which the embed was made and by its parent.

export type PhoneState = 'connecting' | 'live' | 'waiting' | 'ended' | 'error';

/** The page in the frame says. */
export type FrameMessage =
  | { readonly pocketfleet: 'state'; readonly state: PhoneState; readonly detail: string }
  /** Of the phone's picture, in pixels. */
  | { readonly pocketfleet: 'size'; readonly width: number; readonly height: number };

/** The component asks. */
export type ComponentMessage = { readonly pocketfleet: 'retry' | 'take_control' };

export function readComponentMessage(data: unknown): ComponentMessage | undefined {
  if (typeof data !== 'object' || data === null || !('pocketfleet' in data)) return undefined;
  const asked = data.pocketfleet;
  return asked === 'retry' || asked === 'take_control' ? { pocketfleet: asked } : undefined;
}
