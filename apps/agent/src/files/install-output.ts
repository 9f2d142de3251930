// Translates the output of `pm install` and `pm uninstall` into a sentence for the customer. Pure.

const sentences: { readonly [code: string]: string } = {
  INSTALL_FAILED_INVALID_APK: 'This isn’t a valid APK.',
  INSTALL_PARSE_FAILED_NOT_APK: 'This isn’t a valid APK.',
  INSTALL_PARSE_FAILED_UNEXPECTED_EXCEPTION: 'This isn’t a valid APK.',
  INSTALL_PARSE_FAILED_BAD_MANIFEST: 'This isn’t a valid APK.',
  INSTALL_PARSE_FAILED_NO_CERTIFICATES: 'This app is not signed, so Android refuses it.',
  INSTALL_FAILED_INSUFFICIENT_STORAGE: 'The phone’s storage is full.',
  INSTALL_FAILED_UPDATE_INCOMPATIBLE:
    'Another app with this name but another signature is installed. Uninstall it first.',
  INSTALL_FAILED_VERSION_DOWNGRADE: 'A newer version of this app is installed. Uninstall it first.',
  INSTALL_FAILED_OLDER_SDK: 'This app needs a newer Android.',
  INSTALL_FAILED_NO_MATCHING_ABIS: 'This app was not made for this phone’s processor.',
  INSTALL_FAILED_MISSING_SPLIT: 'This is only a part of an app. Its other parts are missing.',
  DELETE_FAILED_INTERNAL_ERROR: 'Android does not let this app be removed.',
};

/** Null for success. */
export function describeInstallFailure(output: string): string | null {
  if (/^Success\b/m.test(output)) return null;
  const code = /\b((?:INSTALL|DELETE)_[A-Z_]+)/.exec(output)?.[1];
  if (code === undefined) return 'Android refused this.';
  return sentences[code] ?? `Android refused this (${code}).`;
}
