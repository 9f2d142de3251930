// The errors of the WebDriver protocol that this server answers with.
const STATUS = {
  'invalid argument': 400,
  'invalid element state': 400,
  'invalid selector': 400,
  'invalid session id': 404,
  'no such element': 404,
  'stale element reference': 404,
  'unknown command': 404,
  'unknown error': 500,
} as const;

export class WireError extends Error {
  readonly code: keyof typeof STATUS;

  constructor(code: keyof typeof STATUS, message: string) {
    super(message);
    this.code = code;
  }

  get status(): number {
    return STATUS[this.code];
  }
}
