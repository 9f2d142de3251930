/** A refusal of the package manager, as `Failure [code: message]` shows it. */
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
