// HTTP routes of contact.
import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app-parts.ts';
import { receiveMessage } from './contact.ts';

export function registerContact({ deps, implement }: AppParts): void {
  implement(routes.sendContactMessage, async ({ body, address }) => {
    await receiveMessage(deps.db, body, { address });
    return { message: "Message sent successfully! We'll contact you soon." };
  });
}
