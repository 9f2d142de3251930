// A double of agent-device's snapshot helper 0.21.5, which `am instrument` starts: one capture as status records, or a resident
// server on a port of the phone, which every program on the phone can reach.
import { setTimeout as pause } from 'node:timers/promises';
import type { Instrumentation, InstrumentationResult } from '@pocketfleet/android-shell';
import { Automation, describeError, numberOf, PROTOCOL, type SnapshotProgramDeps } from './automation.ts';
import { JavaError } from './capture.ts';
import { serveResident } from './resident-server.ts';

/** After a refused connection the end of the program waits for UiAutomation a hundred times, 100 ms apart. */
const REFUSED_END_MS = 10_000;
const MODES = ['snapshot', 'viewport', 'gesture'];

export function createSnapshotProgram(deps: SnapshotProgramDeps): Instrumentation {
  let running = new AbortController();
  return {
    component:
      'com.callstack.agentdevice.snapshothelper/com.callstack.agentdevice.snapshothelper.SnapshotInstrumentation',
    async start(args, streams) {
      running = new AbortController();
      const { signal } = running;
      const automation = new Automation(deps, args, streams, signal);
      try {
        const mode = args.get('mode') ?? 'snapshot';
        if (!MODES.includes(mode))
          throw new JavaError('java.lang.IllegalArgumentException', `Unknown mode ${mode}`);
        const port = numberOf(args, 'sessionPort', 0);
        const values =
          port > 0
            ? await serveResident(deps, automation, port, streams, signal)
            : await once(automation, mode);
        return { code: 0, values: { ...PROTOCOL, ok: true, ...values } };
      } catch (error) {
        if (automation.wasRefused) await pause(REFUSED_END_MS, undefined, { signal }).catch(() => undefined);
        return { code: 1, values: { ...PROTOCOL, ok: false, ...describeError(error) } };
      }
    },
    stop: () => running.abort(),
  };

  async function once(automation: Automation, mode: string): Promise<InstrumentationResult['values']> {
    if (mode === 'viewport') return automation.viewport();
    if (mode === 'gesture') return automation.gesture(automation.args.get('payloadBase64') ?? '');
    const { xml, values } = await automation.snapshot();
    if ((automation.args.get('emitChunks') ?? 'true') === 'true') automation.sendChunks(Buffer.from(xml));
    return values;
  }
}
