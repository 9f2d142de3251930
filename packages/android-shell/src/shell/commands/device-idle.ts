// `dumpsys deviceidle`, as far as shell may use it: which apps may run while the phone sleeps.
import { type CommandContext, print } from '../command.ts';

/** Packages of the system, which can't be changed. */
const SYSTEM = ['com.android.systemui', 'com.android.shell'];

/** `whitelist` lists them; `whitelist +PACKAGE`, `-PACKAGE` and `=PACKAGE` add, remove and ask. */
export function deviceIdleService(
  args: readonly string[],
  context: CommandContext,
): number | Promise<number> {
  const { access, packages } = context.world;
  const line = (kind: string) => (app: string) => `${kind},${app},${packages.uidOf(app)}\n`;
  const list = [...SYSTEM.map(line('system')), ...access.idleExempt().map(line('user'))].join('');
  const [verb, ...changes] = args;
  if (verb !== 'whitelist')
    return print(context, `  Whitelist:\n${list}  mState=ACTIVE mLightState=ACTIVE\n`);
  if (changes.length === 0) return print(context, list);
  const said = changes.map((change) => {
    const [sign, app] = [change[0], change.slice(1)];
    if (sign === '=') return `${access.idleExempt().includes(app) || SYSTEM.includes(app)}\n`;
    if (!packages.known().some(({ name }) => name === app)) return `Unknown package: ${app}\n`;
    if (sign === '+') access.setIdleExempt(app, true);
    else if (!context.world.keepsResidue()) access.setIdleExempt(app, false);
    return `${sign === '+' ? 'Added' : 'Removed'}: ${app}\n`;
  });
  return print(context, said.join(''));
}
