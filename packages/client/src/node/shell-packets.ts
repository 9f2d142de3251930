// Follows the packets of a shell (AOSP adb/shell_protocol.h), so that it is known how the shell ended: a command that ran to
// its end has sent its exit status. A shell without one was cut, whatever the connection says about its end.
import { SHELL_HEADER_BYTES, ShellPacketId } from '@pocketfleet/adb-device';

export class ShellPackets {
  #hasExit = false;
  /** The packet whose data has not arrived completely. */
  #open: { id: number; bytesLeft: number } | undefined;
  /** The start of a header that has not arrived completely. */
  #headerStart: Buffer = Buffer.alloc(0);

  /** True when the command has sent its exit status. */
  get hasExit(): boolean {
    return this.#hasExit;
  }

  /**
   * Takes the next bytes and returns them as whole packets, so that a packet of ours may follow at any time: a packet that
   * is longer than these bytes becomes several. May change `bytes`, and may return none.
   */
  toWholePackets(bytes: Uint8Array): Buffer {
    const packets = this.#withBeginning(bytes);
    this.#open = undefined;
    this.#headerStart = Buffer.alloc(0);
    let offset = 0;
    while (packets.length - offset >= SHELL_HEADER_BYTES) {
      const id = packets.readUInt8(offset);
      const length = packets.readUInt32LE(offset + 1);
      const here = packets.length - offset - SHELL_HEADER_BYTES;
      if (length > here) {
        if (here > 0) packets.writeUInt32LE(here, offset + 1);
        this.#open = { id, bytesLeft: length - here };
        return packets.subarray(0, here > 0 ? packets.length : offset);
      }
      if (id === ShellPacketId.exit) this.#hasExit = true;
      offset += SHELL_HEADER_BYTES + length;
    }
    this.#headerStart = Buffer.from(packets.subarray(offset));
    return packets.subarray(0, offset);
  }

  #withBeginning(bytes: Uint8Array): Buffer {
    if (this.#open !== undefined) {
      const header = Buffer.alloc(SHELL_HEADER_BYTES);
      header.writeUInt8(this.#open.id, 0);
      header.writeUInt32LE(this.#open.bytesLeft, 1);
      return Buffer.concat([header, bytes]);
    }
    if (this.#headerStart.length > 0) return Buffer.concat([this.#headerStart, bytes]);
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  }
}
