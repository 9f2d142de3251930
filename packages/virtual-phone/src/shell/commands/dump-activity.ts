// `dumpsys activity [section]`: tasks and processes.
import type { ShellWorld } from '../shell-world.ts';
import { processesOf } from './processes.ts';

/** Undefined for a section that this phone has nothing to say of. */
export function dumpActivity(
  world: ShellWorld,
  [section = 'all', ...rest]: readonly string[],
): string | undefined {
  switch (section) {
    case 'a':
    case 'activities':
      return activities(world);
    case 'all':
      return `${recents(world)}\n${activities(world)}\n${processes(world)}`;
    case 'r':
    case 'recents':
      return recents(world);
    case 'p':
    case 'processes':
      return processes(world);
    case 'top':
      return top(world);
    case 's':
    case 'services':
      return `ACTIVITY MANAGER SERVICES (dumpsys activity services)\n${rest[0] === undefined ? '  (nothing)' : `  No services match: ${rest[0]}`}\n`;
    case 'b':
    case 'broadcasts':
      return 'ACTIVITY MANAGER BROADCAST STATE (dumpsys activity broadcasts)\n  (nothing)\n';
    case 'i':
    case 'intents':
      return 'ACTIVITY MANAGER PENDING INTENTS (dumpsys activity intents)\n  (nothing)\n';
    case 'prov':
    case 'providers':
      return 'ACTIVITY MANAGER CONTENT PROVIDERS (dumpsys activity providers)\n  (nothing)\n';
    case '-h':
      return HELP;
    default:
      return undefined;
  }
}

function activities(world: ShellWorld): string {
  const { focusedActivity, runningPackages } = world.android().screen;
  const resumed = `ActivityRecord{9a8b7c6 u${world.users.current} ${focusedActivity} t${taskIdOf(world)}}`;
  return [
    'ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)',
    'Display #0 (activities from top to bottom):',
    ...runningPackages.map(
      (name, at) =>
        `  * Task{${(0xabc0 + at).toString(16)} #${at + 2} type=standard A=${uidOf(world, name)}:${name}}`,
    ),
    `  topResumedActivity=${resumed}`,
    `  mResumedActivity: ${resumed}`,
    `  ResumedActivity: ${resumed}`,
    `  mFocusedApp=${resumed}`,
    '',
  ].join('\n');
}

function recents(world: ShellWorld): string {
  const tasks = world
    .android()
    .screen.runningPackages.map(
      (name, at) =>
        `  * Recent #${at}: Task{${(0xabc0 + at).toString(16)} #${at + 2} type=standard A=${uidOf(world, name)}:${name}}\n    userId=${world.users.current} effectiveUid=u${world.users.current}a${uidOf(world, name) % 10_000}\n`,
    );
  return `ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n${tasks.join('')}`;
}

function processes(world: ShellWorld): string {
  const rows = processesOf(world)
    .filter(({ isApp }) => isApp)
    .map(({ pid, user, name }) => `  *APP* UID ${user} ProcessRecord{5d1c0aa ${pid}:${name}/${user}}\n`);
  return `ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n  All known processes:\n${rows.join('')}`;
}

function top(world: ShellWorld): string {
  const { focusedActivity } = world.android().screen;
  const [name = ''] = focusedActivity.split('/');
  const pid = processesOf(world).find((one) => one.name === name)?.pid ?? 0;
  return `TASK ${uidOf(world, name)}:${name} id=${taskIdOf(world)} userId=${world.users.current}\n  ACTIVITY ${focusedActivity} 9a8b7c6 pid=${pid}\n`;
}

/** The home screen's is the first. */
function taskIdOf({ android }: ShellWorld): number {
  const { focusedActivity, runningPackages } = android().screen;
  return runningPackages.indexOf(focusedActivity.split('/')[0] ?? '') + 2;
}

function uidOf({ packages, users }: ShellWorld, name: string): number {
  return users.current * 100_000 + packages.uidOf(name);
}

const HELP = `Activity manager dump options:
  [-a] [-c] [-p PACKAGE] [-h] [WHAT] ...
  WHAT may be one of:
    a[ctivities]: activity stack state
    r[recents]: recent activities state
    b[roadcasts] [PACKAGE_NAME] [history [-s]]: broadcast state
    i[ntents] [PACKAGE_NAME]: pending intent state
    p[rocesses] [PACKAGE_NAME]: process state
    prov[iders] [COMP_SPEC ...]: content provider state
    s[ervices] [COMP_SPEC ...]: service state
    top: show top activity
`;
