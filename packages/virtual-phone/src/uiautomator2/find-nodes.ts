// Appium's locators on the tree of the active window. XPath and UiSelector are read as far as tests use them; the rest is
// refused as an invalid selector.
import { uiautomatorAttributes } from '@pocketfleet/android-shell';
import type { AccessibilityNode, AndroidScreen } from '@pocketfleet/phone-parts';
import { WireError } from './wire-error.ts';

export interface Locator {
  readonly strategy: string;
  readonly selector: string;
}

type Attributes = ReturnType<typeof uiautomatorAttributes>;
type Condition = (attributes: Attributes) => boolean;

/** In the order of the tree. Throws WireError for a locator that can't be read. */
export function findNodes(root: AccessibilityNode | undefined, locator: Locator): AccessibilityNode[] {
  const { conditions, instance } = readLocator(locator);
  const found: AccessibilityNode[] = [];
  const visit = (node: AccessibilityNode, index: number): void => {
    const attributes = uiautomatorAttributes(node, index);
    if (node.isVisible && conditions.every((holds) => holds(attributes))) found.push(node);
    node.children.forEach(visit);
  };
  if (root !== undefined) visit(root, 0);
  return instance === undefined ? found : found.slice(instance, instance + 1);
}

export function activeRoot(screen: AndroidScreen): AccessibilityNode | undefined {
  return screen.windows().find(({ isActive }) => isActive)?.root;
}

function readLocator({ strategy, selector }: Locator): { conditions: Condition[]; instance?: number } {
  switch (strategy) {
    case 'accessibility id':
      return { conditions: [(node) => node['content-desc'] === selector] };
    case 'class name':
      return { conditions: [(node) => node.class === selector] };
    case 'id':
      return { conditions: [isResource(selector)] };
    case 'xpath':
      return { conditions: readXPath(selector) };
    case '-android uiautomator':
      return readUiSelector(selector);
    default:
      throw new WireError('invalid selector', `Locator strategy '${strategy}' is not supported.`);
  }
}

/** An id without a package is of the app in front. */
const isResource =
  (id: string): Condition =>
  (node) =>
    node['resource-id'] === id || node['resource-id'] === `${node.package}:id/${id}`;

/** `//class[@attribute="value" and contains(@attribute, "value")]` */
function readXPath(selector: string): Condition[] {
  const [, className = '', inside = ''] = /^\/\/(\*|[\w.$]+)(?:\[(.+)\])?$/.exec(selector) ?? [];
  if (className === '') throw unreadable(selector);
  const ofClass: Condition[] = className === '*' ? [] : [(node) => node.class === className];
  const tests = inside === '' ? [] : inside.split(/ and (?=@|contains\(|starts-with\()/);
  return [...ofClass, ...tests.map((test) => readTest(test.trim(), selector))];
}

function readTest(test: string, selector: string): Condition {
  const [, name = '', , exact] = /^@([\w-]+) ?= ?(['"])(.*)\2$/.exec(test) ?? [];
  if (exact !== undefined) return (node) => String(node[name as keyof Attributes]) === exact;
  const [, how, part = '', , value = ''] =
    /^(contains|starts-with)\(@([\w-]+), ?(['"])(.*)\3\)$/.exec(test) ?? [];
  if (how === undefined) throw unreadable(selector);
  const textOf = (node: Attributes): string => String(node[part as keyof Attributes] ?? '');
  return how === 'contains'
    ? (node) => textOf(node).includes(value)
    : (node) => textOf(node).startsWith(value);
}

const UI_SELECTOR: Readonly<Record<string, (value: string) => Condition>> = {
  text: (value) => (node) => node.text === value,
  textContains: (value) => (node) => node.text.includes(value),
  textStartsWith: (value) => (node) => node.text.startsWith(value),
  description: (value) => (node) => node['content-desc'] === value,
  descriptionContains: (value) => (node) => node['content-desc'].includes(value),
  resourceId: (value) => isResource(value),
  className: (value) => (node) => node.class === value,
  packageName: (value) => (node) => node.package === value,
  clickable: (value) => (node) => String(node.clickable) === value,
  enabled: (value) => (node) => String(node.enabled) === value,
  scrollable: (value) => (node) => String(node.scrollable) === value,
};

/** `new UiSelector().text("Sign in").instance(1)` */
function readUiSelector(selector: string): { conditions: Condition[]; instance?: number } {
  const [, chain = ''] = /^new UiSelector\(\)((?:\.\w+\((?:"[^"]*"|\w+)\))+);?$/.exec(selector) ?? [];
  const conditions: Condition[] = [];
  let instance: number | undefined;
  for (const [, name = '', text, word = ''] of chain.matchAll(/\.(\w+)\((?:"([^"]*)"|(\w+))\)/g)) {
    const value = text ?? word;
    if (name === 'instance' && /^\d{1,4}$/.test(value)) instance = Number(value);
    else if (Object.hasOwn(UI_SELECTOR, name)) conditions.push(UI_SELECTOR[name]?.(value) ?? (() => false));
    else throw unreadable(selector);
  }
  if (chain === '') throw unreadable(selector);
  return { conditions, ...(instance !== undefined && { instance }) };
}

function unreadable(selector: string): WireError {
  return new WireError('invalid selector', `This simulated server can't read the selector ${selector}`);
}
