// The messages of a popup to the panel that opened it.
import { type PopupNotice, popupChannel, popupQuestion } from './popup-messages.ts';

/** Tells the opener that this phone is open here: now, and whenever a panel asks. */
export function announcePopup(deviceId: string): void {
  const opener: Window | null = window.opener;
  if (opener === null) return;
  const announce = () => {
    const notice: PopupNotice = { from: 'pocketfleet-popup', device_id: deviceId };
    opener.postMessage(notice, window.location.origin);
  };
  new BroadcastChannel(popupChannel).addEventListener('message', ({ data }) => {
    if (data === popupQuestion) announce();
  });
  announce();
}
