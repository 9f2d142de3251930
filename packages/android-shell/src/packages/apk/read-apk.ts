import { InstallFailure } from '../install-failure.ts';
import { type ApkFile, hasSigningBlock, openApk } from './apk-file.ts';
import { parseBinaryXml, type XmlElement } from './binary-xml.ts';
import { BadResource, ValueType } from './res-chunk.ts';
import { ResourceTable } from './resource-table.ts';

/** The parts of an APK that the package manager uses. */
export interface ApkInfo {
  readonly packageName: string;
  /** The split's name; undefined for a base APK. */
  readonly split: string | undefined;
  readonly versionCode: number;
  readonly versionName: string;
  readonly minSdk: number;
  readonly targetSdk: number;
  readonly testOnly: boolean;
  readonly label: string;
  readonly icon: Buffer | undefined;
  readonly launcherActivity: string | undefined;
  readonly permissions: readonly string[];
  /** ABIs of the native libraries; empty if the APK has none. */
  readonly abis: readonly string[];
}

const MAX_MANIFEST_BYTES = 4 * 1024 * 1024;
const MAX_TABLE_BYTES = 64 * 1024 * 1024;
const MAX_ICON_BYTES = 4 * 1024 * 1024;

/** android.R.attr */
export const Attr = {
  label: 0x01010001,
  icon: 0x01010002,
  name: 0x01010003,
  minSdkVersion: 0x0101020c,
  versionCode: 0x0101021b,
  versionName: 0x0101021c,
  targetSdkVersion: 0x01010270,
  testOnly: 0x01010272,
} as const;

/** Reads manifest, label and icon. Rejects with InstallFailure. `name` is shown in messages. */
export async function readApk(hostPath: string, name: string): Promise<ApkInfo> {
  const failed = (code: string, why: string) =>
    new InstallFailure(`INSTALL_PARSE_FAILED_${code}`, `Failed to parse ${name}: ${why}`);
  const apk = await openApk(hostPath).catch(() => {
    throw failed('NOT_APK', 'Failed to load asset path');
  });
  try {
    const manifest = await apk.read('AndroidManifest.xml', MAX_MANIFEST_BYTES);
    if (manifest === undefined) throw failed('UNEXPECTED_EXCEPTION', 'AndroidManifest.xml');
    const signedV1 = [...apk.names].some((entry) => /^META-INF\/[^/]+\.(RSA|DSA|EC)$/.test(entry));
    if (!signedV1 && !(await hasSigningBlock(hostPath)))
      throw new InstallFailure(
        'INSTALL_PARSE_FAILED_NO_CERTIFICATES',
        `Failed to collect certificates from ${name}: Attempt to get length of null array`,
      );
    return await describe(apk, parseBinaryXml(manifest), name);
  } catch (error) {
    throw error instanceof InstallFailure ? error : failed('BAD_MANIFEST', 'Corrupt XML binary file');
  } finally {
    apk.close();
  }
}

async function describe(apk: ApkFile, manifest: XmlElement, name: string): Promise<ApkInfo> {
  const packageName = textOf(manifest, 'package');
  if (packageName === undefined || !/^[A-Za-z]\w*(\.[A-Za-z]\w*)+$/.test(packageName)) {
    throw new InstallFailure(
      'INSTALL_PARSE_FAILED_BAD_PACKAGE_NAME',
      `Failed to parse ${name}: bad package name`,
    );
  }
  const table = await readTable(apk);
  const usesSdk = childOf(manifest, 'uses-sdk');
  const application = childOf(manifest, 'application');
  const activity = application === undefined ? undefined : launcherOf(application);
  const minSdk = numberOf(usesSdk, Attr.minSdkVersion) ?? 1;
  return {
    packageName,
    split: textOf(manifest, 'split'),
    versionCode: numberOf(manifest, Attr.versionCode) ?? 0,
    versionName: resolveText(manifest, Attr.versionName, table) ?? '',
    minSdk,
    targetSdk: numberOf(usesSdk, Attr.targetSdkVersion) ?? minSdk,
    testOnly: (numberOf(application, Attr.testOnly) ?? 0) !== 0,
    label:
      resolveText(activity, Attr.label, table) ?? resolveText(application, Attr.label, table) ?? packageName,
    icon: (await readIcon(apk, activity, table)) ?? (await readIcon(apk, application, table)),
    launcherActivity:
      activity === undefined ? undefined : fullName(packageName, textOf(activity, Attr.name) ?? ''),
    permissions: manifest.children
      .filter((child) => child.name === 'uses-permission')
      .map((child) => textOf(child, Attr.name))
      .filter((text) => text !== undefined),
    abis: [...new Set([...apk.names].map((entry) => /^lib\/([^/]+)\/[^/]+\.so$/.exec(entry)?.[1]))].filter(
      (abi) => abi !== undefined,
    ),
  };
}

/** With a broken table the app has neither label nor icon, but it can be installed. */
async function readTable(apk: ApkFile): Promise<ResourceTable | undefined> {
  const bytes = await apk.read('resources.arsc', MAX_TABLE_BYTES);
  try {
    return bytes === undefined ? undefined : new ResourceTable(bytes);
  } catch (error) {
    if (error instanceof BadResource || error instanceof RangeError) return undefined;
    throw error;
  }
}

function launcherOf(application: XmlElement): XmlElement | undefined {
  const holds = (element: XmlElement, child: string, value: string) =>
    element.children.some((one) => one.name === child && textOf(one, Attr.name) === value);
  return application.children.find(
    (child) =>
      (child.name === 'activity' || child.name === 'activity-alias') &&
      child.children.some(
        (filter) =>
          filter.name === 'intent-filter' &&
          holds(filter, 'action', 'android.intent.action.MAIN') &&
          holds(filter, 'category', 'android.intent.category.LAUNCHER'),
      ),
  );
}

function resolveText(
  element: XmlElement | undefined,
  id: number,
  table: ResourceTable | undefined,
): string | undefined {
  const attribute = attributeOf(element, id);
  if (attribute?.value.type !== ValueType.reference) return attribute?.text;
  const candidates = table?.candidates(attribute.value.data) ?? [];
  return (
    candidates.find(({ language }) => language === '') ??
    candidates.find(({ language }) => language === 'en') ??
    candidates[0]
  )?.text;
}

/** The bitmap with the highest density. Vector and adaptive icons often come with bitmaps for older Android versions. */
async function readIcon(
  apk: ApkFile,
  element: XmlElement | undefined,
  table: ResourceTable | undefined,
): Promise<Buffer | undefined> {
  const attribute = attributeOf(element, Attr.icon);
  if (attribute?.value.type !== ValueType.reference) return undefined;
  const bitmaps = (table?.candidates(attribute.value.data) ?? []).filter(({ text }) => /\.png$/i.test(text));
  const best = bitmaps.sort((a, b) => b.density - a.density)[0];
  return best === undefined ? undefined : apk.read(best.text, MAX_ICON_BYTES).catch(() => undefined);
}

function attributeOf(element: XmlElement | undefined, key: number | string) {
  return element?.attributes.find((one) =>
    typeof key === 'number' ? one.resourceId === key : one.name === key,
  );
}

function textOf(element: XmlElement, key: number | string): string | undefined {
  return attributeOf(element, key)?.text;
}

function numberOf(element: XmlElement | undefined, id: number): number | undefined {
  const value = attributeOf(element, id)?.value;
  return value === undefined || value.type < ValueType.intDec ? undefined : value.data;
}

function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

function fullName(packageName: string, activity: string): string {
  if (activity.startsWith('.')) return packageName + activity;
  return activity.includes('.') ? activity : `${packageName}.${activity}`;
}
