// The phone's own keys and actions, as a page's buttons send them.
import type { ControlMessage } from '@pocketfleet/stream-protocol';
import { type PhoneKey, phoneKeys } from './android-keys.ts';
import { textChunks } from './text-chunks.ts';

export interface PhoneCommands {
  key(key: PhoneKey, action?: 'press' | 'down' | 'up'): void;
  rotate(): void;
  startApp(packageName: string): void;
  expand(panel: 'notifications' | 'settings' | 'none'): void;
  setDisplayPower(on: boolean): void;
  typeText(text: string): void;
  copyFromPhone(key?: 'copy' | 'cut' | 'none'): void;
}

export function createPhoneCommands(send: (message: ControlMessage) => void): PhoneCommands {
  return {
    key(key, action = 'press') {
      const keycode = phoneKeys[key];
      for (const step of action === 'press' ? (['down', 'up'] as const) : [action]) {
        send({ type: 'key', action: step, keycode, repeat: 0, metaState: 0 });
      }
    },
    rotate: () => send({ type: 'rotate' }),
    startApp: (name) => send({ type: 'start_app', name }),
    expand: (panel) =>
      send({
        type:
          panel === 'none'
            ? 'collapse_panels'
            : panel === 'settings'
              ? 'expand_settings'
              : 'expand_notifications',
      }),
    setDisplayPower: (on) => send({ type: 'display_power', on }),
    typeText(text) {
      for (const chunk of textChunks(text)) send({ type: 'text', text: chunk });
    },
    copyFromPhone: (copyKey = 'copy') => send({ type: 'get_clipboard', copyKey }),
  };
}
