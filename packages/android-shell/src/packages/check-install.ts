import type { PhoneModel } from '@pocketfleet/phone-parts';
import { type ApkInfo, readApk } from './apk/read-apk.ts';
import { InstallFailure, invalidApk } from './install-failure.ts';
import type { InstallOptions } from './install-session.ts';

/** The parsed APKs of one install, base first. */
export interface CheckedInstall {
  readonly base: ApkInfo;
  readonly apks: readonly { readonly fileName: string; readonly hostPath: string; readonly info: ApkInfo }[];
}

interface Before {
  readonly versionCode: number;
  readonly system: boolean;
}

const OWN_ABIS = ['arm64-v8a', 'armeabi-v7a', 'armeabi'];

/** Parses the staged APKs and applies Android's checks. Throws InstallFailure. */
export async function checkInstall(
  model: PhoneModel,
  staged: readonly { fileName: string; hostPath: string; shownPath: string }[],
  options: InstallOptions,
  findInstalled: (name: string) => Before | undefined,
): Promise<CheckedInstall> {
  if (staged.length === 0) throw invalidApk('Missing APKs');
  const apks = [];
  for (const { fileName, hostPath, shownPath } of staged)
    apks.push({ fileName, hostPath, info: await readApk(hostPath, shownPath) });
  apks.sort((a, b) => Number(a.info.split !== undefined) - Number(b.info.split !== undefined));
  const base = apks[0]?.info;
  if (base === undefined || base.split !== undefined)
    throw invalidApk('Full install must include a base package');
  checkTogether(apks, base);
  const before = findInstalled(base.packageName);
  for (const { info } of apks) checkOne(model, info, options);
  const abis = apks.flatMap(({ info }) => info.abis);
  refuseIf(
    abis.length > 0 && !abis.some((abi) => OWN_ABIS.includes(abi)),
    'NO_MATCHING_ABIS',
    'Failed to extract native libraries, res=-113',
  );
  if (before === undefined) return { base, apks };
  refuseIf(
    before.system,
    'UPDATE_INCOMPATIBLE',
    `Existing package ${base.packageName} signatures do not match newer version; ignoring!`,
  );
  refuseIf(
    base.versionCode < before.versionCode && !options.downgrade,
    'VERSION_DOWNGRADE',
    `Downgrade detected: Update version code ${base.versionCode} is older than current ${before.versionCode}`,
  );
  return { base, apks };
}

/** `code`: behind `INSTALL_FAILED_`. */
function refuseIf(isBroken: boolean, code: string, message: string): void {
  if (isBroken) throw new InstallFailure(`INSTALL_FAILED_${code}`, message);
}

function checkOne({ apiLevel }: PhoneModel, info: ApkInfo, options: InstallOptions): void {
  // Android 14 refuses target SDKs below 23, Android 15 below 24.
  const leastTarget = apiLevel >= 35 ? 24 : apiLevel >= 34 ? 23 : 1;
  const isOld = info.split === undefined && info.targetSdk < leastTarget;
  refuseIf(
    info.minSdk > apiLevel,
    'OLDER_SDK',
    `Requires newer sdk version #${info.minSdk} (current version is #${apiLevel})`,
  );
  refuseIf(
    isOld && !options.bypassLowTargetSdk,
    'DEPRECATED_SDK_VERSION',
    `App package must target at least SDK version ${leastTarget}, but found ${info.targetSdk}`,
  );
  refuseIf(
    info.testOnly && !options.allowTest,
    'TEST_ONLY',
    'Failed to install test-only apk. Did you forget to add -t?',
  );
}

function checkTogether(apks: readonly { fileName: string; info: ApkInfo }[], base: ApkInfo): void {
  const splits = new Set<string | undefined>();
  for (const { fileName, info } of apks) {
    const differs = (what: string, own: unknown, other: unknown) =>
      invalidApk(`${fileName} ${what} ${own} inconsistent with ${other}`);
    if (info.packageName !== base.packageName) throw differs('package', info.packageName, base.packageName);
    if (info.versionCode !== base.versionCode)
      throw differs('version code', info.versionCode, base.versionCode);
    if (splits.has(info.split)) throw invalidApk(`Split ${info.split ?? 'null'} was defined multiple times`);
    splits.add(info.split);
  }
}
