// A double of agent-device's IME helper 0.21.5: a keyboard without a view, which types what shell's broadcasts say. It tells its
// log alone whether it has typed.
import type { InputMethod, ShellWorld } from '@pocketfleet/android-shell';
import type { ScreenReaderFault } from '../faults.ts';

const PACKAGE = 'com.callstack.agentdevice.imehelper';
const PROTOCOL = 'android-ime-helper-v1';
const MAX_BASE64 = 64_000;
const MAX_TEXT = 32_000;

export interface TypingKeyboardDeps {
  readonly world: ShellWorld;
  fault(): ScreenReaderFault | null;
}

export function createTypingKeyboard({ world, fault }: TypingKeyboardDeps): InputMethod {
  const log = (message: string) => world.log.add('I', 'AgentDeviceTestIME', message);
  const commit = (text: string) => {
    const connection = world.android().screen.inputConnection;
    if (connection === undefined) return log('no current input connection');
    const typed = text.slice(0, MAX_TEXT);
    connection.commitText(typed);
    log(`commitText length=${typed.length}`);
  };
  const actions: Readonly<Record<string, (extras: ReadonlyMap<string, string>) => void>> = {
    ACTION_INPUT_TEXT: (extras) => commit(extras.get('text') ?? ''),
    ACTION_INPUT_TEXT_B64(extras) {
      const base64 = extras.get('text') ?? '';
      if (base64.length > MAX_BASE64) return log('payload too large');
      if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return log('malformed base64');
      commit(Buffer.from(base64, 'base64').toString('utf8'));
    },
    ACTION_CLEAR_TEXT() {
      const connection = world.android().screen.inputConnection;
      if (connection === undefined) return log('no current input connection');
      connection.clearText();
      log('clearText');
    },
  };
  return {
    id: `${PACKAGE}/.TestInputMethodService`,
    receive({ action, extras }) {
      if (fault() === 'typing_lost' || !action.startsWith(`${PACKAGE}.`)) return;
      const name = action.slice(PACKAGE.length + 1);
      if ((extras.get('protocol') ?? PROTOCOL) !== PROTOCOL)
        return log(`rejected ${name}, protocol mismatch`);
      if (Object.hasOwn(actions, name)) actions[name]?.(extras);
    },
  };
}
