// Intents as `am` is given them (android.content.Intent.parseCommandArgs) and as Android shows them.

export interface Intent {
  readonly action?: string;
  readonly data?: string;
  readonly type?: string;
  readonly categories: readonly string[];
  readonly packageName?: string;
  /** "package/class" as it was given. */
  readonly component?: string;
  readonly flags: number;
  readonly hasExtras: boolean;
}

/** Options with one value, and extras, whose names take one more. */
const VALUED = ['-a', '-d', '-t', '-c', '-n', '-p', '-f', '-e', '-i', '-R', '-P'];
const VALUED_LONG = [
  '--user',
  '--display',
  '--windowingMode',
  '--activityType',
  '--start-profiler',
  '--sampling',
  '--receiver-permission',
];
const EXTRA = /^(-e|--e(s|z|i|l|f|d|u|cn|ia|ial|la|lal|fa|fal|da|dal|sa|sal))$/;
const FLAGS: Readonly<Record<string, number>> = {
  '--activity-brought-to-front': 0x400000,
  '--activity-clear-top': 0x4000000,
  '--activity-clear-task': 0x8000,
  '--activity-exclude-from-recents': 0x800000,
  '--activity-multiple-task': 0x8000000,
  '--activity-new-task': 0x10000000,
  '--activity-no-animation': 0x10000,
  '--activity-no-history': 0x40000000,
  '--activity-reorder-to-front': 0x20000,
  '--activity-single-top': 0x20000000,
  '--include-stopped-packages': 0x20,
  '--grant-read-uri-permission': 1,
  '--grant-write-uri-permission': 2,
};

export function parseIntent(args: readonly string[]): Intent {
  const categories: string[] = [];
  const given = new Map<string, string>();
  let flags = 0;
  let hasExtras = false;
  let operand: string | undefined;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (EXTRA.test(arg)) {
      hasExtras = true;
      at += 2;
    } else if (arg === '--esn') {
      hasExtras = true;
      at += 1;
    } else if (arg === '-c') categories.push(args[++at] ?? '');
    else if (arg === '-f') flags |= Number(args[++at]) || 0;
    else if (VALUED.includes(arg) || VALUED_LONG.includes(arg)) given.set(arg, args[++at] ?? '');
    else if (Object.hasOwn(FLAGS, arg)) flags |= FLAGS[arg] ?? 0;
    else if (!arg.startsWith('-')) operand ??= arg;
  }
  const intent = {
    ...textOf('action', given.get('-a')),
    ...textOf('data', given.get('-d')),
    ...textOf('type', given.get('-t')),
    ...textOf('packageName', given.get('-p')),
    ...textOf('component', given.get('-n')),
    categories,
    flags,
    hasExtras,
  };
  return operand === undefined ? intent : { ...intent, ...operandOf(operand, intent) };
}

/** A URI, a component, or a package whose icon is meant. */
function operandOf(operand: string, intent: Intent): Partial<Intent> {
  if (operand.includes(':')) return { data: operand, action: intent.action ?? 'android.intent.action.VIEW' };
  if (operand.includes('/')) return { component: operand };
  return {
    packageName: operand,
    action: 'android.intent.action.MAIN',
    categories: ['android.intent.category.LAUNCHER'],
  };
}

function textOf<Key extends string>(key: Key, value: string | undefined): { readonly [K in Key]?: string } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [K in Key]?: string });
}

/** Intent.toString. */
export function describeIntent(intent: Intent): string {
  const parts = [
    intent.action === undefined ? '' : `act=${intent.action}`,
    intent.categories.length === 0 ? '' : `cat=[${intent.categories.join(',')}]`,
    intent.data === undefined ? '' : `dat=${intent.data}`,
    intent.type === undefined ? '' : `typ=${intent.type}`,
    intent.flags === 0 ? '' : `flg=0x${intent.flags.toString(16)}`,
    intent.packageName === undefined ? '' : `pkg=${intent.packageName}`,
    intent.component === undefined ? '' : `cmp=${intent.component}`,
    intent.hasExtras ? '(has extras)' : '',
  ];
  return `Intent { ${parts.filter((part) => part !== '').join(' ')} }`;
}
