import { z } from 'zod';

/** The purpose of a ticket. */
export const ticketPurpose = z.enum(['view', 'control', 'shell', 'files', 'adb', 'screen']);
export type TicketPurpose = z.infer<typeof ticketPurpose>;
