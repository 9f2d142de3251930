// Finds the part of the style sheet that a rendered page needs for its first paint, so that the page is smaller. The whole
// style sheet is loaded once the text is painted (public/arrive.js). A rule stays unless it certainly isn't needed.

/** A rule with a block of rules or declarations, or a statement without one. */
type Part = { head: string; body?: string };

/** At-rules around other rules. Others, such as `@font-face`, hold declarations. */
const isAroundRules = /^@(?:layer|media|supports|container)\b/;
/** Initial values of Tailwind's properties for browsers without `@property`, which wait for the whole style sheet. */
const firstValues = '@layer properties';
/** Conditions that may become true later are ignored. */
const conditions = /:(?:is|where|not|has)\((?:[^()]|\([^()]*\))*\)/g;
/** States that can't occur before the text is painted, and parts of fields that the browser draws. */
const laterStates =
  /:(?:hover|active|disabled|autofill)(?![\w-])|::?-webkit-|::?-moz-|::file-selector-button/;
const classNames = /\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-])+)/g;
const elementNames = /(?:^|[\s>+~])([a-z][a-z0-9]*)/g;

/** The rules of the minified style sheet that can match something on this page, without the typefaces. */
export function stylesOfPage(css: string, html: string): string {
  const classes = [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) =>
    unescapeHtml(names).split(/\s+/),
  );
  const elements = [...html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name = '']) => name);
  const page = { classes: new Set(classes), elements: new Set(elements) };
  const isWanted = ({ head }: Part): boolean => {
    if (head === '@font-face') return false;
    return head.startsWith('@') || splitList(head).some((each) => mayMatch(each, page));
  };
  return withoutFallbacks(withoutUnnamed(keep(withoutComments(css), isWanted), html));
}

/** Splits the style sheet into the typefaces and everything else, in its order. */
export function takeFaces(css: string): { faces: string; rest: string } {
  let faces = '';
  let rest = '';
  for (const { head, body } of partsOf(withoutComments(css))) {
    if (body === undefined) rest += `${head};`;
    else if (head === '@font-face') faces += `${head}{${body}}`;
    else rest += `${head}{${body}}`;
  }
  return { faces, rest };
}

type Page = { classes: ReadonlySet<string>; elements: ReadonlySet<string> };

function mayMatch(selector: string, { classes, elements }: Page): boolean {
  const plain = selector.replace(conditions, '');
  const names = [...plain.matchAll(classNames)].map(([, name = '']) => plainName(name));
  if (!names.every((name) => classes.has(name))) return false;
  const bare = plain.replace(classNames, '.').replace(/\[[^\]]*\]/g, '.');
  if (laterStates.test(bare)) return false;
  return [...bare.matchAll(elementNames)].every(([, name = '']) => elements.has(name));
}

function keep(css: string, isWanted: (part: Part) => boolean): string {
  return partsOf(css)
    .map((part) => {
      if (part.body === undefined) return `${part.head};`;
      if (part.head === firstValues) return `${part.head};`;
      if (isAroundRules.test(part.head)) {
        const body = keep(part.body, isWanted);
        return body === '' ? '' : `${part.head}{${body}}`;
      }
      return isWanted(part) ? `${part.head}{${part.body}}` : '';
    })
    .join('');
}

/** Removes custom properties and key frames that nothing uses, repeatedly until nothing more can be removed. */
function withoutUnnamed(css: string, html: string): string {
  const named = namesIn(css.replace(/@property [^{]*\{[^}]*\}/g, '') + html);
  const kept = keepNamed(css, named);
  return kept.length < css.length ? withoutUnnamed(kept, html) : kept;
}

/** Removes the fallback of a property that the whole document declares. */
function withoutFallbacks(css: string): string {
  const theme = /:root,:host\{([^}]*)\}/.exec(css)?.[1] ?? '';
  const declared = new Set(declarationsOf(theme).map((each) => each.slice(0, each.indexOf(':'))));
  return css.replace(/var\((--[\w-]+),[^()]*\)/g, (whole, name) =>
    declared.has(name) ? `var(${name})` : whole,
  );
}

/** The names that are used: in `var(--x)`, and every word of an animation. */
function namesIn(text: string): ReadonlySet<string> {
  const properties = [...text.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = '']) => name);
  const animations = [...text.matchAll(/animation(?:-name)?:([^;}]*)/g)].flatMap(([, value = '']) =>
    value.split(/[\s,]+/),
  );
  return new Set([...properties, ...animations]);
}

function keepNamed(css: string, named: ReadonlySet<string>): string {
  return partsOf(css)
    .map(({ head, body }) => {
      if (body === undefined) return `${head};`;
      const [rule = '', name = ''] = head.split(/\s+/);
      if ((rule === '@property' || rule === '@keyframes') && !named.has(name)) return '';
      if (rule === '@property' || rule === '@keyframes' || rule === '@font-face') return `${head}{${body}}`;
      const inner = isAroundRules.test(head)
        ? keepNamed(body, named)
        : [...new Set(declarationsOf(body))]
            .filter((each) => !each.startsWith('--') || named.has(each.slice(0, each.indexOf(':'))))
            .join(';');
      return inner === '' ? '' : `${head}{${inner}}`;
    })
    .join('');
}

/** The parts of a minified sheet, or of a block of rules, one level deep. */
function partsOf(css: string): Part[] {
  const parts: Part[] = [];
  let start = 0;
  let open = 0;
  let depth = 0;
  walk(css, (sign, at) => {
    if (sign === '{') {
      if (depth === 0) open = at;
      depth += 1;
    } else if (sign === '}') {
      depth -= 1;
      if (depth > 0) return;
      parts.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, at) });
      start = at + 1;
    } else if (sign === ';' && depth === 0) {
      parts.push({ head: css.slice(start, at).trim() });
      start = at + 1;
    }
  });
  return parts;
}

/** Split at each `;`, or `,` of a selector's list, that stands in no bracket. A nested rule stays whole. */
function split(text: string, at: ';' | ','): string[] {
  const pieces: string[] = [];
  let start = 0;
  let depth = 0;
  walk(text, (sign, position) => {
    if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
    else if (sign === at && depth === 0) {
      pieces.push(text.slice(start, position));
      start = position + 1;
    }
  });
  return [...pieces, text.slice(start)].filter((piece) => piece !== '');
}
const splitList = (selectors: string) => split(selectors, ',');
const declarationsOf = (body: string) => split(body, ';');

/** Every character that isn't in quotes and isn't escaped. */
function walk(text: string, visit: (sign: string, at: number) => void): void {
  let quote = '';
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '\\') at += 1;
    else if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else visit(sign, at);
  }
}

const withoutComments = (css: string) => css.replace(/\/\*[\s\S]*?\*\//g, '');

/** A name as the sheet writes it: `sm\:px-8`, `\32 xl`. */
const plainName = (name: string) =>
  name.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/gi, (_, code?: string, sign = '') =>
    code === undefined ? sign : String.fromCodePoint(Number.parseInt(code, 16)),
  );

const unescapeHtml = (text: string) =>
  text
    .replaceAll('&amp;', '&')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'");
