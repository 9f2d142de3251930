// `dumpsys activity [section]`: open tasks, the app in front, and the apps' processes.
import type { ShellWorld } from '../shell-world.ts';
import { listProcesses } from './processes.ts';

/** Undefined for a section that this phone doesn't have. */
export function dumpActivity(
  world: ShellWorld,
  [section = 'all', name]: readonly string[],
): string | undefined {
  switch (section) {
    case 'a':
    case 'activities':
      return dumpActivities(world);
    case 'all':
      return `${dumpActivities(world)}\n${dumpProcesses(world)}`;
    case 'p':
    case 'processes':
      return dumpProcesses(world);
    case 's':
    case 'services':
      return dumpServices(world, name);
    default:
      return undefined;
  }
}

function dumpActivities(world: ShellWorld): string {
  const { focusedActivity, runningPackages } = world.android().screen;
  const resumed = `ActivityRecord{9a8b7c6 u${world.users.current} ${focusedActivity} t${taskId(world)}}`;
  return [
    'ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)',
    'Display #0 (activities from top to bottom):',
    ...runningPackages.map((name, at) => `  * ${describeTask(world, name, at)}`),
    `  topResumedActivity=${resumed}`,
    `  mResumedActivity: ${resumed}`,
    `  ResumedActivity: ${resumed}`,
    `  mFocusedApp=${resumed}`,
    '',
  ].join('\n');
}

function dumpProcesses(world: ShellWorld): string {
  const rows = listProcesses(world)
    .filter(({ isApp }) => isApp)
    .map(({ pid, user, name }) => `  *APP* UID ${user} ProcessRecord{5d1c0aa ${pid}:${name}/${user}}\n`);
  const tests = world.instrumentations.running.map(
    ({ component, target, user }) =>
      `  Active instrumentation:\n    * ActiveInstrumentation{3f2a1b ${component} u${user}}\n      mClass=ComponentInfo{${component}}\n      mTargetProcesses=[${target}]\n`,
  );
  return `ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n  All known processes:\n${rows.join('')}${tests.join('')}`;
}

/** Foreground services that apps start when they are opened. The code in an APK doesn't run here, so they are listed. */
const SERVICES: Readonly<Record<string, string>> = { 'io.appium.settings': '.ForegroundService' };

/** Of one package, or of all. */
function dumpServices(world: ShellWorld, wanted: string | undefined): string {
  const user = world.users.current;
  const records = world
    .android()
    .screen.runningPackages.filter((name) => wanted === undefined || wanted.split('/')[0] === name)
    .filter((name) => Object.hasOwn(SERVICES, name))
    .map((name) => `${name}/${SERVICES[name]}`)
    .filter((component) => !wanted?.includes('/') || component === wanted)
    .map(
      (component) =>
        `  * ServiceRecord{7c1d2e u${user} ${component}}\n    isForeground=true foregroundId=1\n`,
    );
  const body =
    records.length === 0 ? '  (nothing)\n' : `  User ${user} active services:\n${records.join('')}`;
  return `ACTIVITY MANAGER SERVICES (dumpsys activity services)\n${body}`;
}

function describeTask(world: ShellWorld, name: string, at: number): string {
  return `Task{${(0xabc0 + at).toString(16)} #${at + 2} type=standard A=${uidOf(world, name)}:${name}}`;
}

/** Task 1 is the home screen; the open apps are numbered from 2, front first. */
function taskId({ android }: ShellWorld): number {
  const { focusedActivity, runningPackages } = android().screen;
  return runningPackages.indexOf(focusedActivity.split('/')[0] ?? '') + 2;
}

function uidOf({ packages, users }: ShellWorld, name: string): number {
  return users.current * 100_000 + packages.uidOf(name);
}
