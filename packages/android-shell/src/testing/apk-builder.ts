import { u16, u32 } from '@pocketfleet/adb-device';
import { zipSync } from 'fflate';
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
  const files = {
    'AndroidManifest.xml': buildManifest(plan),
    'classes.dex': Buffer.from('dex'),
    ...signature,
    ...(icon === undefined ? {} : { [iconPath]: icon, 'resources.arsc': tableOf(iconPath) }),
    ...plan.files,
  };
  return Buffer.from(zipSync(files, { level: 0 }));
}

/** The only resource in the table. */
const iconReference = { reference: 0x7f010000 } as const;
const iconPath = 'res/mipmap/icon.png';
/** No string. */
const NONE = 0xffffffff;

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
    const head = [u32(0, NONE, NONE, indexOf(tag.name)), u16(20, 20, attributes.length, 0, 0, 0)];
    const values = attributes.map(([name, value]) => {
      const text = typeof value === 'string' ? indexOf(value) : NONE;
      const { type, data } = typeof value === 'string' ? { type: 0x03, data: text } : typed(value);
      return Buffer.concat([u32(NONE, indexOf(name), text), u16(8, type << 8), u32(data)]);
    });
    body.push(chunk(0x0102, 16, Buffer.concat([...head, ...values])));
    for (const child of tag.children ?? []) visit(child);
    body.push(chunk(0x0103, 16, Buffer.alloc(16)));
  };
  visit(root);
  const map = chunk(0x0180, 8, u32(...Object.values(Attr)));
  return chunk(0x0003, 8, Buffer.concat([stringPool(strings), map, ...body]));
}

function typed(value: Exclude<Value, string>): { type: number; data: number } {
  if (typeof value === 'object') return { type: 0x01, data: value.reference };
  return typeof value === 'number' ? { type: 0x10, data: value } : { type: 0x12, data: -1 };
}

/** Builds a resource table in which `iconReference` is the path of a file in the APK. */
function tableOf(path: string): Buffer {
  const entry = Buffer.concat([u16(8, 0), u32(0), u16(8, 0x0300), u32(0)]);
  const type = chunk(0x0201, 84, Buffer.concat([u32(1, 1, 88, 64), Buffer.alloc(60), u32(0), entry]));
  const owner = Buffer.concat([u32(iconReference.reference >>> 24), Buffer.alloc(276), type]);
  const table = Buffer.concat([u32(1), stringPool([path]), chunk(0x0200, 288, owner)]);
  return chunk(0x0002, 12, table);
}

function stringPool(strings: readonly string[]): Buffer {
  const texts = strings.map((text) =>
    Buffer.concat([u16(text.length), Buffer.from(text, 'utf16le'), u16(0)]),
  );
  let length = 0;
  const offsets = texts.map((text) => {
    const offset = length;
    length += text.length;
    return offset;
  });
  const head = u32(strings.length, 0, 0, 28 + strings.length * 4, 0, ...offsets);
  return chunk(0x0001, 28, Buffer.concat([head, ...texts, Buffer.alloc((4 - (length % 4)) % 4)]));
}

/** A chunk of Android's resources: type, size of its header, size, and the rest of header and body. */
function chunk(type: number, headerSize: number, rest: Buffer): Buffer {
  return Buffer.concat([u16(type, headerSize), u32(8 + rest.length), rest]);
}
