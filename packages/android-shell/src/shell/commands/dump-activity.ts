// `dumpsys activity [section]`: open tasks, the app in front, and the apps' processes.
import type { ShellWorld } from '../shell-world.ts';
import { listProcesses } from './processes.ts';

/** Undefined for a section that this phone doesn't have. */
export function dumpActivity(world: ShellWorld, [section = 'all']: readonly string[]): string | undefined {
  switch (section) {
    case 'a':
    case 'activities':
      return dumpActivities(world);
    case 'all':
      return `${dumpRecents(world)}\n${dumpActivities(world)}\n${dumpProcesses(world)}`;
    case 'r':
    case 'recents':
      return dumpRecents(world);
    case 'p':
    case 'processes':
      return dumpProcesses(world);
    case 'top':
      return dumpTop(world);
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

function dumpRecents(world: ShellWorld): string {
  const { current } = world.users;
  const tasks = world.android().screen.runningPackages.map((name, at) => {
    const effective = `u${current}a${uidOf(world, name) % 10_000}`;
    return `  * Recent #${at}: ${describeTask(world, name, at)}\n    userId=${current} effectiveUid=${effective}\n`;
  });
  return `ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n${tasks.join('')}`;
}

function dumpProcesses(world: ShellWorld): string {
  const rows = listProcesses(world)
    .filter(({ isApp }) => isApp)
    .map(({ pid, user, name }) => `  *APP* UID ${user} ProcessRecord{5d1c0aa ${pid}:${name}/${user}}\n`);
  return `ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n  All known processes:\n${rows.join('')}`;
}

function dumpTop(world: ShellWorld): string {
  const { focusedActivity } = world.android().screen;
  const [name = ''] = focusedActivity.split('/');
  const pid = listProcesses(world).find((process) => process.name === name)?.pid ?? 0;
  return `TASK ${uidOf(world, name)}:${name} id=${taskId(world)} userId=${world.users.current}\n  ACTIVITY ${focusedActivity} 9a8b7c6 pid=${pid}\n`;
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
