/** Linux error numbers and bionic's texts, as adbd and toybox show them. */
const ERRORS = {
  EPERM: [1, 'Operation not permitted'],
  ENOENT: [2, 'No such file or directory'],
  EACCES: [13, 'Permission denied'],
  EEXIST: [17, 'File exists'],
  EXDEV: [18, 'Cross-device link'],
  ENOTDIR: [20, 'Not a directory'],
  EISDIR: [21, 'Is a directory'],
  EINVAL: [22, 'Invalid argument'],
  ENOSPC: [28, 'No space left on device'],
  EROFS: [30, 'Read-only file system'],
  ENAMETOOLONG: [36, 'File name too long'],
  ENOTEMPTY: [39, 'Directory not empty'],
  ELOOP: [40, 'Too many symbolic links encountered'],
  EIO: [5, 'I/O error'],
} as const satisfies Record<string, readonly [number, string]>;

export type FsErrorCode = keyof typeof ERRORS;

/** A refusal of the phone's file system. `message` carries the code first, as Node's own errors do. */
export class FsError extends Error {
  readonly code: FsErrorCode;
  readonly errno: number;
  /** The phone's path, as the caller gave it. */
  readonly path: string;
  /** strerror's text. */
  readonly text: string;

  constructor(code: FsErrorCode, path: string) {
    const [errno, text] = ERRORS[code];
    super(`${code}: ${text}, '${path}'`);
    this.code = code;
    this.path = path;
    this.errno = errno;
    this.text = text;
  }
}

/** Translates an error of the host. Unknown codes become EIO, and the host's path is not exposed. */
export function fromHostError(error: unknown, path: string): FsError {
  if (error instanceof FsError) return error;
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return new FsError(code !== undefined && code in ERRORS ? (code as FsErrorCode) : 'EIO', path);
}
