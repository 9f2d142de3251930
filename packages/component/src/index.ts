// Defines <pocketfleet-phone>. The site serves this file at /component/pocketfleet-phone.js.
import { PocketfleetPhone } from './pocketfleet-phone.ts';

export type { PhoneState } from './messages.ts';
export type { PhoneEventDetail } from './pocketfleet-phone.ts';
export { PocketfleetPhone };

declare global {
  interface HTMLElementTagNameMap {
    'pocketfleet-phone': PocketfleetPhone;
  }
}

if (customElements.get('pocketfleet-phone') === undefined) {
  customElements.define('pocketfleet-phone', PocketfleetPhone);
}
