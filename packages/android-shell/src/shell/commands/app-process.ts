import { posix } from 'node:path';
import { type Command, type CommandContext, fail, untilStopped } from '../command.ts';

const SCRCPY_CLASS = 'com.genymobile.scrcpy.Server';

/** `CLASSPATH=/data/local/tmp/x.jar app_process [options] / class [arguments]`: runs a Java program's main. */
export const appProcess: Command = async (args, context) => {
  const folder = args.findIndex((arg) => !arg.startsWith('-'));
  const [className = '', ...argv] =
    folder === -1 ? [] : args.slice(folder + 1).filter((arg, at) => at > 0 || !arg.startsWith('--'));
  const classPath = context.env.get('CLASSPATH') ?? '';
  if (!hasJar(classPath, context)) return abort(context, className);
  if (className !== SCRCPY_CLASS) return abort(context, className);
  const run = context.world.android().startScrcpyServer(argv, (line) => void context.out(`${line}\n`));
  const gone = untilStopped(context).then(() => run.stop());
  const code = await run.done;
  void gone;
  return code;
};

function hasJar(classPath: string, { cwd, world }: CommandContext): boolean {
  return classPath
    .split(':')
    .some((path) => path !== '' && world.files.findStat(posix.resolve(cwd, path))?.kind === 'file');
}

/** Prints ART's error for a missing class and returns the exit code of SIGABRT. */
function abort(context: CommandContext, className: string): Promise<number> {
  return fail(
    context,
    `Error: Unable to find class '${className}'\njava.lang.ClassNotFoundException: ${className}\nAborted`,
    134,
  );
}
