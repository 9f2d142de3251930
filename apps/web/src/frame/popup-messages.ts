// How the panel finds the windows that it opened. A window knows its opener for as long as it is open, also when the
// opener was loaded anew and has forgotten it: the panel asks all windows of this browser, each answers its opener.
import { z } from 'zod';

export const popupChannel = 'pocketfleet-popups';
export const popupQuestion = 'who_is_open';

/** Popup to its opener, with postMessage and only within our origin. */
export const popupNotice = z.object({ from: z.literal('pocketfleet-popup'), device_id: z.string() });
export type PopupNotice = z.infer<typeof popupNotice>;
