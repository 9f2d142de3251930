// Running apps, front first, as the recents screen and `dumpsys activity` see them.
import type { ActivityTarget, InstalledPackage, PackageList } from '@pocketfleet/phone-parts';
import type { App, BuiltInApp } from './app.ts';

export interface Task {
  readonly packageName: string;
  readonly activity: string;
  readonly app: App;
}

export interface TasksDeps {
  readonly packages: PackageList;
  readonly builtInApps: readonly BuiltInApp[];
  readonly createBuiltIn: (app: BuiltInApp) => App;
  readonly createGeneric: (app: InstalledPackage) => App;
}

const TASK_LIMIT = 12;

export function createTasks(deps: TasksDeps) {
  let tasks: Task[] = [];
  let inFront = false;

  const close = (packageName: string) => {
    const task = tasks.find((candidate) => candidate.packageName === packageName);
    if (!task) return;
    if (tasks[0] === task && inFront) inFront = false;
    tasks = tasks.filter((candidate) => candidate !== task);
    task.app.pause?.();
    task.app.close?.();
  };

  const create = (packageName: string): Task | undefined => {
    const installed = deps.packages.get(packageName);
    const builtIn = deps.builtInApps.find((app) => app.packageName === packageName);
    if (!installed?.launcherActivity) return undefined;
    const app = builtIn ? deps.createBuiltIn(builtIn) : deps.createGeneric(installed);
    return { packageName, activity: installed.launcherActivity, app };
  };

  return {
    /** The app in front; undefined if the launcher is in front. */
    get front() {
      return inFront ? tasks[0] : undefined;
    },
    get all(): readonly Task[] {
      return tasks;
    },
    /** Brings a target to the front. Undefined if no app can handle it. */
    start(target: ActivityTarget): Task | undefined {
      const packageName = target.package ?? handlerOf(target.data);
      if (packageName === undefined) return undefined;
      // A task of a disabled or removed app can't be shown again.
      const running = deps.packages.get(packageName) && tasks.find((one) => one.packageName === packageName);
      const task = running ?? create(packageName);
      if (!task) return undefined;
      if (inFront && tasks[0] !== task) tasks[0]?.app.pause?.();
      tasks = [task, ...tasks.filter((candidate) => candidate !== task)];
      inFront = true;
      for (const old of tasks.slice(TASK_LIMIT)) close(old.packageName);
      if (target.data !== undefined) task.app.open?.(target.data);
      return task;
    },
    /** Shows the launcher; the tasks stay open. */
    leave() {
      if (inFront) tasks[0]?.app.pause?.();
      inFront = false;
    },
    close,
    closeAll() {
      for (const task of tasks) close(task.packageName);
    },
  };
}

export type Tasks = ReturnType<typeof createTasks>;

/** The app that opens a URI if the intent names no package. */
function handlerOf(uri: string | undefined): string | undefined {
  if (uri === undefined) return undefined;
  const path = uri.split(/[?#]/)[0]?.toLowerCase() ?? '';
  if (/\.(png|jpe?g|webp|gif)$/.test(path)) return 'com.android.gallery3d';
  if (/\.(mp4|webm|mkv)$/.test(path)) return 'com.android.video';
  if (/\.(txt|md)$/.test(path)) return 'com.android.notes';
  if (path.startsWith('file:') || path.startsWith('content:')) return 'com.android.documentsui';
  return undefined;
}
