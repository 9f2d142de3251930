import { z } from 'zod';
import { readState, writeState } from './state-file.ts';

/** Each file and folder of the host is kept readable for this process; the phone's mode may say less. */
const OWNER_MAY = { file: 0o600, dir: 0o700 } as const;

/**
 * Modes of the phone's files that the host's own can't have: those that keep their owner out, and special bits. Kept
 * by inode, so that a file that is moved keeps its mode.
 */
export class PhoneModes {
  private readonly hostPath: string;
  private modes: Map<number, number>;

  constructor(hostPath: string) {
    this.hostPath = hostPath;
    this.modes = new Map(readState(hostPath, z.array(z.tuple([z.int(), z.int()]))));
  }

  of(inode: number): number | undefined {
    return this.modes.get(inode);
  }

  /** Remembers the phone's mode and returns the one for the host. */
  set(inode: number, mode: number, kind: keyof typeof OWNER_MAY): number {
    const wanted = mode & 0o7777;
    const onHost = hostMode(wanted, kind);
    if (onHost === wanted) this.forget(inode);
    else this.change(() => this.modes.set(inode, wanted));
    return onHost;
  }

  /** The file is gone; its inode may become another one's. */
  forget(inode: number): void {
    if (this.modes.has(inode)) this.change(() => this.modes.delete(inode));
  }

  wipe(): void {
    this.change(() => this.modes.clear());
  }

  private change(action: () => unknown): void {
    action();
    writeState(this.hostPath, [...this.modes]);
  }
}

export function hostMode(mode: number, kind: keyof typeof OWNER_MAY): number {
  return (mode & 0o777) | OWNER_MAY[kind];
}
