import type { ShellWorld } from '../shell-world.ts';

/** `dumpsys notification [--noredact]`: without it Android tells how long a text is, not what it says. */
export function dumpNotification(world: ShellWorld, args: readonly string[]): string {
  const isWhole = args.includes('--noredact');
  const tell = (text: string) => (isWhole ? `String (${text})` : `String [length=${text.length}]`);
  const { current } = world.users;
  const records = world.android().screen.notifications.map(({ packageName, title, text }, at) => {
    const uid = current * 100_000 + world.packages.uidOf(packageName);
    const id = at + 1;
    return [
      `    NotificationRecord(0x0a1b2c${id.toString(16).padStart(2, '0')}: pkg=${packageName} user=UserHandle{${current}} id=${id} tag=null importance=2 key=${current}|${packageName}|${id}|null|${uid})`,
      `      uid=${uid} userId=${current}`,
      '      extras={',
      `          android.title=${tell(title)}`,
      `          android.text=${tell(text)}`,
      '      }',
    ];
  });
  const list = records.length === 0 ? [] : ['  Notification List:', ...records.flat()];
  return ['Current Notification Manager state:', ...list, ''].join('\n');
}
