import { parseAst } from 'rolldown/parseAst';

/** Attributes that a person reads or hears. */
const readAttributes =
  /^(?:aria-(?:label|description|roledescription|valuetext)|title|alt|placeholder|label|lead|hint|note|description)$/;
const hasWord = /\p{L}{2}/u;

type Node = { type: string; start: number; end: number; [field: string]: unknown };

/** The texts of a .tsx file that belong into a language file: text between tags, and strings in attributes that are read. */
export function findTextsOutsideLanguage(source: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item);
      return;
    }
    if (!isNode(value)) return;
    if (value.type === 'JSXText' && hasWord.test(String(value['value']))) {
      found.push(String(value['value']).replace(/\s+/g, ' ').trim());
    }
    if (value.type === 'JSXAttribute' && isReadAttribute(value['name'])) {
      const content = value['value'];
      if (isNode(content) && content.type === 'Literal' && hasWord.test(String(content['value']))) {
        found.push(String(content['value']));
      }
    }
    for (const child of Object.values(value)) if (typeof child === 'object') visit(child);
  };
  visit(parseAst(source, { lang: 'tsx' }));
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function isReadAttribute(name: unknown): boolean {
  return isNode(name) && readAttributes.test(String(name['name']));
}
