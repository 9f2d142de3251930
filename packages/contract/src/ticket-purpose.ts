import { z } from 'zod';

/** The purpose of a ticket (spec-decisions 24). */
export const ticketPurpose = z.enum(['view', 'control', 'shell', 'files', 'adb']);
export type TicketPurpose = z.infer<typeof ticketPurpose>;
