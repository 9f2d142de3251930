import type { PhoneModel } from '@pocketfleet/phone-parts';
import { ApkError, type ApkInfo, readApk } from './apk/read-apk.ts';
import { InstallFailure } from './install-failure.ts';
import type { InstallOptions } from './install-session.ts';

/** The parsed APKs of one install, base first. */
export interface CheckedInstall {
  readonly base: ApkInfo;
  readonly apks: readonly { readonly fileName: string; readonly info: ApkInfo }[];
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
  if (staged.length === 0) throw new InstallFailure('INSTALL_FAILED_INVALID_APK', 'Missing APKs');
  const apks = [];
  for (const { fileName, hostPath, shownPath } of staged)
    apks.push({ fileName, info: await read(hostPath, shownPath) });
  apks.sort((a, b) => Number(a.info.split !== undefined) - Number(b.info.split !== undefined));
  const base = apks[0]?.info;
  if (base === undefined || base.split !== undefined) {
    throw new InstallFailure('INSTALL_FAILED_INVALID_APK', 'Full install must include a base package');
  }
  checkTogether(apks, base);
  for (const { info } of apks) checkOne(model, info, options);
  checkAbis(apks);
  const before = findInstalled(base.packageName);
  if (before?.system === true) {
    throw new InstallFailure(
      'INSTALL_FAILED_UPDATE_INCOMPATIBLE',
      `Existing package ${base.packageName} signatures do not match newer version; ignoring!`,
    );
  }
  if (before !== undefined && base.versionCode < before.versionCode && !options.downgrade) {
    throw new InstallFailure(
      'INSTALL_FAILED_VERSION_DOWNGRADE',
      `Downgrade detected: Update version code ${base.versionCode} is older than current ${before.versionCode}`,
    );
  }
  return { base, apks };
}

async function read(hostPath: string, shownPath: string): Promise<ApkInfo> {
  try {
    return await readApk(hostPath, shownPath);
  } catch (error) {
    if (error instanceof ApkError) throw new InstallFailure(error.code, error.message);
    throw error;
  }
}

function checkTogether(apks: readonly { fileName: string; info: ApkInfo }[], base: ApkInfo): void {
  const splits = new Set<string | undefined>();
  for (const { fileName, info } of apks) {
    const differs =
      info.packageName !== base.packageName
        ? `package ${info.packageName} inconsistent with ${base.packageName}`
        : info.versionCode !== base.versionCode
          ? `version code ${info.versionCode} inconsistent with ${base.versionCode}`
          : undefined;
    if (differs !== undefined)
      throw new InstallFailure('INSTALL_FAILED_INVALID_APK', `${fileName} ${differs}`);
    if (splits.has(info.split)) {
      throw new InstallFailure(
        'INSTALL_FAILED_INVALID_APK',
        `Split ${info.split ?? 'null'} was defined multiple times`,
      );
    }
    splits.add(info.split);
  }
}

function checkOne(model: PhoneModel, info: ApkInfo, options: InstallOptions): void {
  if (info.minSdk > model.apiLevel) {
    throw new InstallFailure(
      'INSTALL_FAILED_OLDER_SDK',
      `Requires newer sdk version #${info.minSdk} (current version is #${model.apiLevel})`,
    );
  }
  // Android 14 refuses target SDKs below 23, Android 15 below 24.
  const leastTarget = model.apiLevel >= 35 ? 24 : model.apiLevel >= 34 ? 23 : 1;
  if (info.split === undefined && info.targetSdk < leastTarget && !options.bypassLowTargetSdk) {
    throw new InstallFailure(
      'INSTALL_FAILED_DEPRECATED_SDK_VERSION',
      `App package must target at least SDK version ${leastTarget}, but found ${info.targetSdk}`,
    );
  }
  if (info.testOnly && !options.allowTest) {
    throw new InstallFailure(
      'INSTALL_FAILED_TEST_ONLY',
      `Failed to install test-only apk. Did you forget to add -t?`,
    );
  }
}

function checkAbis(apks: readonly { info: ApkInfo }[]): void {
  const abis = apks.flatMap(({ info }) => info.abis);
  if (abis.length > 0 && !abis.some((abi) => OWN_ABIS.includes(abi))) {
    throw new InstallFailure(
      'INSTALL_FAILED_NO_MATCHING_ABIS',
      'Failed to extract native libraries, res=-113',
    );
  }
}
