/** An error of the package manager, which `pm` prints as `Failure [code: message]`. */
export class InstallFailure extends Error {
  readonly code: string;

  constructor(code: string, message = '') {
    super(message);
    this.code = code;
  }

  get line(): string {
    return `Failure [${this.code}${this.message === '' ? '' : `: ${this.message}`}]\n`;
  }
}

export function invalidApk(message: string): InstallFailure {
  return new InstallFailure('INSTALL_FAILED_INVALID_APK', message);
}
