/** A packet for a viewer, whichever way it goes. */
export type Offered = { readonly bytes: Uint8Array; readonly isKey: boolean; readonly isVideo: boolean };
