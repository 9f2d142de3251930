// A program of its own that types into a phone as the agent does, until it is killed: PORT, FOLDER OF KEYS and USER are its
// arguments. It writes a line each time that it begins to type.
import { pino } from 'pino';
import { connectAdb } from '../src/adb/tcp-connection.ts';
import { openAdbCredentials } from '../src/agent-files.ts';
import { DeviceRunner } from '../src/device-runner.ts';
import { PhoneClaims } from '../src/phone-claims.ts';
import { readServerFile } from '../src/scrcpy/server-process.ts';
import { DeviceScreen } from '../src/screen/device-screen.ts';
import { readScreenTools } from '../src/screen/screen-tools.ts';

const [port, keys = '', user] = process.argv.slice(2);
const credentials = openAdbCredentials(keys, 'test');
let isTyping = false;
const runner = new DeviceRunner({
  connect: (timeoutMs) => connectAdb({ host: '127.0.0.1', port: Number(port) }, credentials, timeoutMs),
  claims: new PhoneClaims(),
  serverFile: readServerFile(process.env['SCRCPY_SERVER'] ?? ''),
  screenTools: readScreenTools(process.env['SCREEN_READER'] ?? ''),
  log: pino({ level: 'silent' }),
  onReport: ({ state }) => {
    if (state === 'ready' && !isTyping) void typeOn();
  },
});
runner.start();

async function typeOn(): Promise<void> {
  isTyping = true;
  const screen = new DeviceScreen(runner, Number(user));
  for (let typed = 0; ; typed++) {
    console.log('typing');
    const action = { action: 'type', text: `ünd ${typed}`, replace: true } as const;
    await screen.answer({
      type: 'action',
      id: String(typed),
      caller: 'a',
      generation: 1,
      action_id: null,
      action,
    });
  }
}
