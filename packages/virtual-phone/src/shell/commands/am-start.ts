import { type CommandContext, complain, print } from '../command.ts';
import { describeIntent, type Intent, parseIntent } from './intent.ts';

interface Target {
  readonly package?: string;
  readonly activity?: string;
  readonly data?: string;
}

const LAUNCHER = 'com.android.launcher3';
const SETTINGS = 'com.android.settings';
/** Pages of Settings that other apps and tools open by their actions. */
const SETTINGS_PAGES: Readonly<Record<string, string>> = {
  SETTINGS: 'main',
  WIFI_SETTINGS: 'network',
  WIRELESS_SETTINGS: 'network',
  AIRPLANE_MODE_SETTINGS: 'network',
  APPLICATION_SETTINGS: 'apps',
  MANAGE_APPLICATIONS_SETTINGS: 'apps',
  APPLICATION_DETAILS_SETTINGS: 'apps',
  BATTERY_SAVER_SETTINGS: 'battery',
  DISPLAY_SETTINGS: 'display',
  SOUND_SETTINGS: 'sound',
  SYNC_SETTINGS: 'accounts',
  ADD_ACCOUNT_SETTINGS: 'accounts',
  DEVICE_INFO_SETTINGS: 'about',
};

/** `am start [-W] [-S] [-R n] [--user n] INTENT`. */
export async function startActivity(args: readonly string[], context: CommandContext): Promise<number> {
  const intent = parseIntent(args);
  const target = targetOf(intent, context);
  const { world } = context;
  const { screen } = world.android();
  if (args.includes('-S') && target?.package !== undefined) {
    await context.out(`Stopping: ${target.package}\n`);
    screen.forceStop(target.package);
  }
  await context.out(`Starting: ${describeIntent(intent)}\n`);
  const before = { front: screen.focusedActivity, running: [...screen.runningPackages] };
  const beganAtMs = performance.now();
  if (target === undefined || !screen.startActivity(target)) return complain(context, whyNot(intent), 1);
  const tookMs = Math.max(1, Math.round(performance.now() - beganAtMs));
  world.log.add(
    'I',
    'ActivityTaskManager',
    `START u${world.users.current} {${describeIntent(intent).slice('Intent { '.length, -2)}} from uid 2000`,
  );
  const wasFront = target.package !== undefined && before.front.startsWith(`${target.package}/`);
  const wasThere = target.package !== undefined && before.running.includes(target.package);
  if (wasFront)
    await context.err(
      'Warning: Activity not started, intent has been delivered to currently running top-most instance.\n',
    );
  else if (wasThere)
    await context.err('Warning: Activity not started, its current task has been brought to the front\n');
  if (!args.includes('-W')) return 0;
  const launch = wasFront ? 'UNKNOWN (0)' : wasThere ? 'HOT' : 'COLD';
  return print(
    context,
    `Status: ok\nLaunchState: ${launch}\nActivity: ${screen.focusedActivity}\nTotalTime: ${wasFront ? 0 : tookMs}\nWaitTime: ${tookMs}\nComplete\n`,
  );
}

/** Undefined where nothing can be meant. */
function targetOf(intent: Intent, { world }: CommandContext): Target | undefined {
  const { action = '', data, component, packageName, categories } = intent;
  const uri = data === undefined ? {} : { data };
  if (component !== undefined) {
    const [name = '', given = ''] = component.split('/');
    const activity = given.startsWith('.') ? name + given : given;
    // Only an app's own way in: what others it has, nobody has written for this phone.
    if (activity !== world.packages.get(name)?.launcherActivity && name !== LAUNCHER) return undefined;
    return { package: name, activity, ...uri };
  }
  if (categories.includes('android.intent.category.HOME')) return { package: LAUNCHER };
  const page = /^android\.settings\.(\w+)$/.exec(action)?.[1];
  if (page !== undefined && Object.hasOwn(SETTINGS_PAGES, page))
    return { package: SETTINGS, data: `settings:${SETTINGS_PAGES[page]}` };
  if (packageName !== undefined) return { package: packageName, ...uri };
  return data === undefined ? undefined : uri;
}

function whyNot(intent: Intent): string {
  if (intent.component === undefined)
    return `Error: Activity not started, unable to resolve ${describeIntent(intent)}`;
  const [name = '', given = ''] = intent.component.split('/');
  return `Error type 3\nError: Activity class {${name}/${given.startsWith('.') ? name + given : given}} does not exist.`;
}
