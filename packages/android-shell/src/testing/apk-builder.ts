import { buildZip } from '../files/zip.ts';
import { Attr } from '../packages/apk/read-apk.ts';

/** The contents of a test APK. */
export interface ApkPlan {
  readonly packageName: string;
  readonly versionCode?: number;
  readonly label?: string;
  readonly minSdk?: number;
  readonly targetSdk?: number;
  readonly split?: string;
  readonly testOnly?: boolean;
  readonly unsigned?: boolean;
  /** A PNG that the manifest references through a resource table, as in apps built with Android's tools. */
  readonly icon?: Buffer;
  readonly permissions?: readonly string[];
  readonly files?: Readonly<Record<string, Buffer>>;
}

/** Builds a small APK that the package manager accepts: a zip with a compiled manifest and a signature file. */
export function buildApk(plan: ApkPlan): Buffer {
  const signature = plan.unsigned === true ? {} : { 'META-INF/CERT.RSA': Buffer.from('signature') };
  const { icon } = plan;
  return buildZip({
    'AndroidManifest.xml': buildManifest(plan),
    'classes.dex': Buffer.from('dex'),
    ...signature,
    ...(icon === undefined ? {} : { [iconPath]: icon, 'resources.arsc': tableOf(iconPath) }),
    ...plan.files,
  });
}

/** The only resource in the table. */
const iconReference = { reference: 0x7f010000 } as const;
const iconPath = 'res/mipmap/icon.png';

type Value = string | number | boolean | typeof iconReference;
interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, Value>>;
  readonly children?: readonly Tag[];
}

function buildManifest(plan: ApkPlan): Buffer {
  const { packageName, versionCode = 1, label = 'App', minSdk = 24, targetSdk = 35 } = plan;
  const filter: Tag = {
    name: 'intent-filter',
    attributes: {},
    children: [
      { name: 'action', attributes: { name: 'android.intent.action.MAIN' } },
      { name: 'category', attributes: { name: 'android.intent.category.LAUNCHER' } },
    ],
  };
  const activity: Tag = { name: 'activity', attributes: { name: '.Main' }, children: [filter] };
  const split = plan.split === undefined ? {} : { split: plan.split };
  return compileXml({
    name: 'manifest',
    attributes: { package: packageName, versionCode, versionName: `${versionCode}.0`, ...split },
    children: [
      { name: 'uses-sdk', attributes: { minSdkVersion: minSdk, targetSdkVersion: targetSdk } },
      ...(plan.permissions ?? []).map((name) => ({ name: 'uses-permission', attributes: { name } })),
      {
        name: 'application',
        attributes: {
          label,
          ...(plan.icon === undefined ? {} : { icon: iconReference }),
          ...(plan.testOnly === true ? { testOnly: true } : {}),
        },
        children: [activity],
      },
    ],
  });
}

/** Compiles a tree of tags to Android's binary XML. */
export function compileXml(root: Tag): Buffer {
  // Attributes with a number come first, since the resource map gives the numbers of the first strings.
  const strings = Object.keys(Attr);
  const indexOf = (text: string) => {
    if (!strings.includes(text)) strings.push(text);
    return strings.indexOf(text);
  };
  const body: Buffer[] = [];
  const visit = (tag: Tag) => {
    const attributes = Object.entries(tag.attributes);
    const start = Buffer.alloc(36 + attributes.length * 20);
    writeHead(start, 0x0102, 16);
    start.writeInt32LE(-1, 12);
    start.writeInt32LE(-1, 16);
    start.writeUInt32LE(indexOf(tag.name), 20);
    start.writeUInt16LE(20, 24);
    start.writeUInt16LE(20, 26);
    start.writeUInt16LE(attributes.length, 28);
    for (const [at, [name, value]] of attributes.entries()) {
      const offset = 36 + at * 20;
      start.writeInt32LE(-1, offset);
      start.writeUInt32LE(indexOf(name), offset + 4);
      start.writeInt32LE(typeof value === 'string' ? indexOf(value) : -1, offset + 8);
      start.writeUInt16LE(8, offset + 12);
      const { type, data } = typeof value === 'string' ? { type: 0x03, data: indexOf(value) } : typed(value);
      start.writeUInt8(type, offset + 15);
      start.writeInt32LE(data, offset + 16);
    }
    body.push(start);
    for (const child of tag.children ?? []) visit(child);
    const end = Buffer.alloc(24);
    writeHead(end, 0x0103, 16);
    body.push(end);
  };
  visit(root);
  const map = Buffer.alloc(8 + Object.keys(Attr).length * 4);
  writeHead(map, 0x0180, 8);
  for (const [at, id] of Object.values(Attr).entries()) map.writeUInt32LE(id, 8 + at * 4);
  const whole = Buffer.concat([Buffer.alloc(8), stringPool(strings), map, ...body]);
  writeHead(whole, 0x0003, 8);
  return whole;
}

function typed(value: Exclude<Value, string>): { type: number; data: number } {
  if (typeof value === 'object') return { type: 0x01, data: value.reference };
  return typeof value === 'number' ? { type: 0x10, data: value } : { type: 0x12, data: -1 };
}

/** Builds a resource table in which `iconReference` is the path of a file in the APK. */
function tableOf(path: string): Buffer {
  const entry = Buffer.from([8, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0x03, 0, 0, 0, 0]);
  const type = Buffer.concat([Buffer.alloc(84), Buffer.alloc(4), entry]);
  writeHead(type, 0x0201, 84);
  type.writeUInt8(1, 8);
  type.writeUInt32LE(1, 12);
  type.writeUInt32LE(88, 16);
  type.writeUInt32LE(64, 20);
  const owner = Buffer.concat([Buffer.alloc(288), type]);
  writeHead(owner, 0x0200, 288);
  owner.writeUInt32LE(iconReference.reference >>> 24, 8);
  const table = Buffer.concat([Buffer.alloc(12), stringPool([path]), owner]);
  writeHead(table, 0x0002, 12);
  table.writeUInt32LE(1, 8);
  return table;
}

function stringPool(strings: readonly string[]): Buffer {
  const head = Buffer.alloc(28 + strings.length * 4);
  const texts: Buffer[] = [];
  let offset = 0;
  for (const [at, text] of strings.entries()) {
    const bytes = Buffer.concat([Buffer.alloc(2), Buffer.from(text, 'utf16le'), Buffer.alloc(2)]);
    bytes.writeUInt16LE(text.length, 0);
    head.writeUInt32LE(offset, 28 + at * 4);
    texts.push(bytes);
    offset += bytes.length;
  }
  const padding = Buffer.alloc((4 - (offset % 4)) % 4);
  const pool = Buffer.concat([head, ...texts, padding]);
  writeHead(pool, 0x0001, 28);
  pool.writeUInt32LE(strings.length, 8);
  pool.writeUInt32LE(head.length, 20);
  return pool;
}

function writeHead(bytes: Buffer, type: number, headerSize: number): void {
  bytes.writeUInt16LE(type, 0);
  bytes.writeUInt16LE(headerSize, 2);
  bytes.writeUInt32LE(bytes.length, 4);
}
