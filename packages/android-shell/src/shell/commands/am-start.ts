import type { ActivityTarget } from '@pocketfleet/phone-parts';
import { type Command, type CommandContext, fail, print } from '../command.ts';
import { describeIntent, type Intent, parseIntent } from './intent.ts';

const LAUNCHER = 'com.android.launcher3';
const SETTINGS = 'com.android.settings';
/** Pages of Settings by the action that opens them, without `android.settings.`. */
const SETTINGS_PAGES = new Map([
  ['SETTINGS', 'main'],
  ['WIFI_SETTINGS', 'network'],
  ['WIRELESS_SETTINGS', 'network'],
  ['APPLICATION_SETTINGS', 'apps'],
  ['MANAGE_APPLICATIONS_SETTINGS', 'apps'],
  ['DISPLAY_SETTINGS', 'display'],
  ['SOUND_SETTINGS', 'sound'],
  ['DEVICE_INFO_SETTINGS', 'about'],
]);

/** `am start [-W] [-S] [--user n] INTENT` */
export const startActivity: Command = async (args, context) => {
  const intent = parseIntent(args);
  const target = findTarget(intent, context);
  const { world } = context;
  const { screen } = world.android();
  if (args.includes('-S') && target?.package !== undefined) {
    await context.out(`Stopping: ${target.package}\n`);
    screen.forceStop(target.package);
  }
  await context.out(`Starting: ${describeIntent(intent)}\n`);
  if (target === undefined || !screen.startActivity(target)) return fail(context, describeFailure(intent));
  world.log.add('I', 'ActivityTaskManager', `START u${world.users.current} ${describeIntent(intent)}`);
  if (!args.includes('-W')) return 0;
  return print(context, `Status: ok\nActivity: ${screen.focusedActivity}\nComplete\n`);
};

/**
 * `monkey -p package -c android.intent.category.LAUNCHER 1`: the usual way to open an app whose activity is not
 * known. The single event is the start; this phone sends no random input.
 */
export const monkey: Command = async (args, context) => {
  const name = args[args.indexOf('-p') + 1] ?? '';
  const isStarted = context.world.android().screen.startActivity({ package: name });
  if (!isStarted) return fail(context, '** No activities found to run, monkey aborted.', 252);
  return print(context, 'Events injected: 1\n');
};

/** Undefined for an intent that nothing on this phone handles. */
function findTarget(intent: Intent, { world }: CommandContext): ActivityTarget | undefined {
  const { action = '', data, component, packageName, categories } = intent;
  const uri = data === undefined ? {} : { data };
  if (component !== undefined) {
    const { name, activity } = splitComponent(component);
    // An app has only its launcher activity.
    if (activity !== world.packages.get(name)?.launcherActivity && name !== LAUNCHER) return undefined;
    return { package: name, activity, ...uri };
  }
  if (categories.includes('android.intent.category.HOME')) return { package: LAUNCHER };
  const page = SETTINGS_PAGES.get(action.replace(/^android\.settings\./, ''));
  if (page !== undefined) return { package: SETTINGS, data: `settings:${page}` };
  if (packageName !== undefined) return { package: packageName, ...uri };
  return data === undefined ? undefined : uri;
}

function describeFailure(intent: Intent): string {
  if (intent.component === undefined)
    return `Error: Activity not started, unable to resolve ${describeIntent(intent)}`;
  const { name, activity } = splitComponent(intent.component);
  return `Error type 3\nError: Activity class {${name}/${activity}} does not exist.`;
}

/** The activity's name may begin with a dot, which stands for the package. */
function splitComponent(component: string): { name: string; activity: string } {
  const [name = '', given = ''] = component.split('/');
  return { name, activity: given.startsWith('.') ? name + given : given };
}
