// Intents as `am` takes them (android.content.Intent.parseCommandArgs) and as Android prints them.

export interface Intent {
  readonly action?: string | undefined;
  readonly data?: string | undefined;
  readonly type?: string | undefined;
  readonly categories: readonly string[];
  readonly packageName?: string | undefined;
  /** "package/class", as it was given. */
  readonly component?: string | undefined;
  readonly flags: number;
  /** Extras of all types, as text. */
  readonly extras: ReadonlyMap<string, string>;
}

const VALUED = new Set(
  '-a -d -t -c -n -p -f -i -R -P --abi --user --display --windowingMode --activityType'.split(' '),
);
const EXTRA = /^(-e|--e(s|z|i|l|f|d|u|cn|ia|ial|la|lal|fa|fal|da|dal|sa|sal))$/;

export function parseIntent(args: readonly string[]): Intent {
  const values = new Map<string, string[]>();
  const extras = new Map<string, string>();
  let operand: string | undefined;
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (EXTRA.test(arg)) {
      extras.set(args[at + 1] ?? '', args[at + 2] ?? '');
      at += 2;
    } else if (VALUED.has(arg)) values.set(arg, [...(values.get(arg) ?? []), args[++at] ?? '']);
    else if (!arg.startsWith('-')) operand ??= arg;
  }
  const last = (option: string) => values.get(option)?.at(-1);
  const intent: Intent = {
    action: last('-a'),
    data: last('-d'),
    type: last('-t'),
    packageName: last('-p'),
    component: last('-n'),
    categories: values.get('-c') ?? [],
    flags: Number(last('-f')) || 0,
    extras,
  };
  return operand === undefined ? intent : { ...intent, ...parseOperand(operand, intent) };
}

/** A URI, a component, or a package, whose launcher activity is meant. */
function parseOperand(operand: string, intent: Intent): Partial<Intent> {
  if (operand.includes(':')) return { data: operand, action: intent.action ?? 'android.intent.action.VIEW' };
  if (operand.includes('/')) return { component: operand };
  return {
    packageName: operand,
    action: 'android.intent.action.MAIN',
    categories: ['android.intent.category.LAUNCHER'],
  };
}

/** Intent.toString. */
export function describeIntent(intent: Intent): string {
  const fields = {
    act: intent.action,
    cat: intent.categories.length === 0 ? undefined : `[${intent.categories.join(',')}]`,
    dat: intent.data,
    typ: intent.type,
    flg: intent.flags === 0 ? undefined : `0x${intent.flags.toString(16)}`,
    pkg: intent.packageName,
    cmp: intent.component,
  };
  const parts = Object.entries(fields).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${value}`],
  );
  return `Intent { ${[...parts, ...(intent.extras.size > 0 ? ['(has extras)'] : [])].join(' ')} }`;
}
