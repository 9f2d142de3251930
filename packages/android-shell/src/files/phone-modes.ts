import { z } from 'zod';
import { readState, writeState } from './state-file.ts';

/** On the host each file stays accessible to this process, also if the phone's mode excludes its owner. */
const OWNER_MAY = { file: 0o600, dir: 0o700 } as const;

/**
 * Modes that the host's files can't have: modes that exclude the owner, and special bits. They are stored by inode,
 * so that a moved file keeps its mode.
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

  /** Stores the phone's mode and returns the mode for the host. */
  set(inode: number, mode: number, kind: keyof typeof OWNER_MAY): number {
    const wanted = mode & 0o7777;
    const onHost = hostMode(wanted, kind);
    if (onHost === wanted) this.forget(inode);
    else this.change(() => this.modes.set(inode, wanted));
    return onHost;
  }

  /** Must be called when the file is removed, because the host reuses inodes. */
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
