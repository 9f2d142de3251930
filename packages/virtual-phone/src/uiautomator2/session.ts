// One session of the simulated UiAutomator2 server: its commands on the phone's screen.
import { randomUUID } from 'node:crypto';
import { type ShellWorld, uiautomatorAttributes, waitForQuiet, xmlElement } from '@pocketfleet/android-shell';
import { type AccessibilityNode, KEY } from '@pocketfleet/phone-parts';
import { z } from 'zod';
import { activeRoot, findNodes, type Locator } from './find-nodes.ts';
import { pointerActions, tap } from './pointer-actions.ts';
import { WireError } from './wire-error.ts';

/** The name of an element's id in W3C's protocol, and the older one. */
const W3C_ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const STATUS_BAR_DP = 24;
const QUIET_MS = 100;
/** More elements than any test holds: the oldest are forgotten, as by the genuine server. */
const MAX_ELEMENTS = 1_000;

const locator = z.object({ strategy: z.string(), selector: z.string() });
const typed = z.object({ text: z.string(), replace: z.boolean().optional() });
const pressed = z.object({ keycode: z.int(), metastate: z.int().nullish() });
const changed = z.object({ settings: z.record(z.string(), z.unknown()) });
const turned = z.object({ orientation: z.enum(['PORTRAIT', 'LANDSCAPE']) });

/** An element is found again for each command; the genuine server does so when its node has changed. */
type Found = { readonly locator: Locator; readonly at: number };

export class Session {
  readonly id = randomUUID();
  readonly capabilities: unknown;
  readonly #world: ShellWorld;
  readonly #signal: AbortSignal;
  readonly #elements = new Map<string, Found>();
  readonly #settings: Record<string, unknown> = { waitForIdleTimeout: 10_000 };

  constructor(world: ShellWorld, capabilities: unknown, signal: AbortSignal) {
    this.#world = world;
    this.capabilities = capabilities;
    this.#signal = signal;
  }

  /** `path` is behind `/session/ID`. Throws WireError. */
  async run(method: string, path: string, body: unknown): Promise<unknown> {
    const [, elementId, command] = /^\/element\/([0-9a-f-]{36})\/(.+)$/.exec(path) ?? [];
    if (elementId !== undefined) return this.#runOnElement(`${method} ${command}`, elementId, body);
    const name = `${method} ${path}`;
    const run = Object.hasOwn(this.#commands, name) ? this.#commands[name] : undefined;
    if (run === undefined)
      throw new WireError('unknown command', `This simulated server doesn't know ${name}`);
    return run(body);
  }

  readonly #commands: Readonly<Record<string, (body: unknown) => unknown>> = {
    'GET /': () => this.capabilities,
    'POST /element': (body) => this.#find(locator.parse(body), false),
    'POST /elements': (body) => this.#find(locator.parse(body), true),
    'GET /element/active': () => this.#find({ strategy: 'xpath', selector: '//*[@focused="true"]' }, false),
    'GET /source': () => this.#source(),
    'GET /screenshot': async () => Buffer.from(await this.#screen.screenshotPng()).toString('base64'),
    'GET /window/current/size': () => {
      const { width, height } = this.#screen.display;
      return { width, height };
    },
    'GET /orientation': () => (this.#screen.display.rotation % 2 === 0 ? 'PORTRAIT' : 'LANDSCAPE'),
    'POST /orientation': (body) =>
      this.#screen.setRotation(turned.parse(body).orientation === 'PORTRAIT' ? 0 : 1),
    'POST /back': () => this.#press({ keycode: KEY.BACK }),
    'POST /keys': (body) => this.#screen.text(typed.parse(body).text),
    'POST /actions': (body) => pointerActions(this.#screen, body, (id) => this.#node(id), this.#signal),
    'POST /appium/device/press_keycode': (body) => this.#press(body),
    'POST /appium/device/open_notifications': () => this.#screen.showPanel('notifications'),
    'GET /appium/device/info': () => this.#describePhone(),
    'GET /appium/device/pixel_ratio': () => this.#world.model.density / 160,
    'GET /appium/device/display_density': () => this.#world.model.density,
    'GET /appium/device/system_bars': () => ({
      statusBar: Math.round((STATUS_BAR_DP * this.#world.model.density) / 160),
    }),
    'GET /appium/settings': () => this.#settings,
    'POST /appium/settings': (body) => void Object.assign(this.#settings, changed.parse(body).settings),
  };

  async #runOnElement(name: string, id: string, body: unknown): Promise<unknown> {
    await this.#waitForIdle();
    const node = this.#node(id);
    const { left, top, right, bottom } = node.bounds;
    const size = { width: right - left, height: bottom - top };
    const [, attribute] = /^GET attribute\/([\w-]+)$/.exec(name) ?? [];
    if (attribute !== undefined) return attributeOf(node, attribute);
    switch (name) {
      case 'GET text':
        return node.text ?? '';
      case 'GET name':
        return node.description ?? '';
      case 'GET rect':
        return { x: left, y: top, ...size };
      case 'GET location':
        return { x: left, y: top };
      case 'GET size':
        return size;
      case 'POST click':
        return tap(this.#screen, node);
      case 'POST clear':
        return this.#type(node, '', true);
      case 'POST value': {
        const { text, replace = false } = typed.parse(body);
        return this.#type(node, text, replace);
      }
      default:
        throw new WireError('unknown command', `This simulated server can't ${name} an element`);
    }
  }

  async #find(wanted: Locator, all: boolean): Promise<unknown> {
    await this.#waitForIdle();
    const nodes = findNodes(activeRoot(this.#screen), wanted);
    const found = nodes.map((_node, at) => ({ locator: wanted, at }));
    if (all) return found.map((one) => this.#remember(one));
    const [first] = found;
    if (first === undefined) {
      throw new WireError('no such element', 'An element could not be located on the page.');
    }
    return this.#remember(first);
  }

  #remember(found: Found): Record<string, string> {
    const id = randomUUID();
    this.#elements.set(id, found);
    if (this.#elements.size > MAX_ELEMENTS) this.#elements.delete(this.#elements.keys().next().value ?? '');
    return { [W3C_ELEMENT]: id, ELEMENT: id };
  }

  #node(id: string): AccessibilityNode {
    const found = this.#elements.get(id);
    if (found === undefined) throw new WireError('no such element', `There is no element ${id}.`);
    const node = findNodes(activeRoot(this.#screen), found.locator)[found.at];
    if (node === undefined) {
      throw new WireError('stale element reference', 'The element does not exist in DOM anymore');
    }
    return node;
  }

  /** As an edit field of Android does with ACTION_SET_TEXT. */
  async #type(node: AccessibilityNode, text: string, replaces: boolean): Promise<void> {
    if (!node.isEditable) throw new WireError('invalid element state', 'Cannot set the element’s text.');
    if (!node.isFocused) tap(this.#screen, node);
    await this.#waitForIdle();
    const field = this.#screen.inputConnection;
    if (field === undefined) throw new WireError('invalid element state', 'The element has no focus.');
    if (replaces) field.clearText();
    if (text !== '') field.commitText(text);
  }

  #press(body: unknown): void {
    const { keycode, metastate } = pressed.parse(body);
    this.#screen.key('down', keycode, metastate ?? 0);
    this.#screen.key('up', keycode, metastate ?? 0);
  }

  #source(): string {
    const { width, height, rotation } = this.#screen.display;
    const write = (node: AccessibilityNode, index: number): string => {
      const attributes = { ...uiautomatorAttributes(node, index), displayed: node.isVisible };
      return xmlElement(attributes, node.children.map(write), node.className);
    };
    const root = activeRoot(this.#screen);
    const inside = root === undefined ? [] : [write(root, 0)];
    const head = { index: 0, class: 'hierarchy', rotation, width, height };
    return `<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>${xmlElement(head, inside, 'hierarchy')}`;
  }

  #describePhone(): Record<string, unknown> {
    const { manufacturer, model, apiLevel, androidVersion, density } = this.#world.model;
    const { width, height } = this.#screen.display;
    return {
      manufacturer,
      model,
      brand: manufacturer,
      apiVersion: String(apiLevel),
      platformVersion: androidVersion,
      realDisplaySize: `${width}x${height}`,
      displayDensity: density,
    };
  }

  async #waitForIdle(): Promise<void> {
    const mostMs = Number(this.#settings['waitForIdleTimeout']);
    await waitForQuiet(this.#screen, QUIET_MS, mostMs, this.#signal);
  }

  get #screen() {
    return this.#world.android().screen;
  }
}

/** Appium's other names of attributes. */
const ATTRIBUTE_NAMES: Readonly<Record<string, string>> = {
  className: 'class',
  contentDescription: 'content-desc',
  name: 'content-desc',
  resourceId: 'resource-id',
};

function attributeOf(node: AccessibilityNode, asked: string): string | null {
  const attributes = { ...uiautomatorAttributes(node, 0), displayed: node.isVisible };
  const name = ATTRIBUTE_NAMES[asked] ?? asked;
  return Object.hasOwn(attributes, name) ? String(attributes[name as keyof typeof attributes]) : null;
}
