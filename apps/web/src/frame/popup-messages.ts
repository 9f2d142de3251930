// How the panel finds its popups. A popup knows its opener as long as it is open, but a panel that was reloaded no longer
// knows its popups. So the panel asks all windows of this browser, and each popup responds to its opener.
import { z } from 'zod';
import { teamId } from '../team.ts';

/** Of each team its own: a panel knows only the popups of its team. */
export const popupChannel = `pocketfleet-popups:${teamId ?? ''}`;
export const popupQuestion = 'who_is_open';

/** Popup to its opener, with postMessage and only within our origin. */
export const popupNotice = z.object({ from: z.literal('pocketfleet-popup'), device_id: z.string() });
export type PopupNotice = z.infer<typeof popupNotice>;
