import { waitForQuiet } from '../../automation/quiet.ts';
import { uiautomatorXml } from '../../automation/tree-xml.ts';
import { type Command, type CommandContext, fail, print, writeOutput } from '../command.ts';

/** Android waits until nothing has changed for so long, and gives up after the longer time. */
const QUIET_MS = 1_000;
const MOST_MS = 10_000;

/** `uiautomator dump [--compressed] [file]`: the active window's tree. It needs the phone's UiAutomation. */
export const uiautomator: Command = async (args, context) => {
  if (args[0] !== 'dump') return fail(context, 'Usage: uiautomator dump [file]');
  const { uiAutomation } = context.world;
  // Android ends a tool that finds another one connected.
  if (uiAutomation.holder !== undefined) return fail(context, 'Killed', 137);
  const connection = uiAutomation.connect('uiautomator');
  try {
    return await dump(args.slice(1), context);
  } catch (error) {
    if (context.signal.aborted) return 130;
    throw error;
  } finally {
    connection.disconnect();
  }
};

async function dump(args: readonly string[], context: CommandContext): Promise<number> {
  const path = args.find((arg) => !arg.startsWith('-')) ?? '/sdcard/window_dump.xml';
  const { screen } = context.world.android();
  if (!(await waitForQuiet(screen, QUIET_MS, MOST_MS, context.signal)))
    return fail(context, 'ERROR: could not get idle state.', 0);
  const xml = uiautomatorXml(screen.windows(), screen.display.rotation);
  if (xml === undefined) return fail(context, 'ERROR: null root node returned by UiTestAutomationBridge.', 0);
  if (path === '/dev/tty') return print(context, `${xml}UI hierchary dumped to: ${path}\n`);
  const code = await writeOutput(
    path,
    Buffer.from(xml),
    context,
    (_path, { text }) => `ERROR: could not write ${path}: ${text}`,
  );
  return code === 0 ? print(context, `UI hierchary dumped to: ${path}\n`) : code;
}
