export { AdbServer } from './adb-server.ts';
export { encodeBanner } from './banner.ts';
export { ByteReader, UnexpectedEnd } from './byte-reader.ts';
export { FEATURES } from './features.ts';
export type { LinkQuality } from './link.ts';
export { u16, u32, u64 } from './little-endian.ts';
export { createSocketTable, type SocketTable } from './local-sockets.ts';
export { PacketCommand } from './packet.ts';
export { pipeBoth } from './pipe-both.ts';
export { createReverses } from './reverse.ts';
export {
  encodeShellPacket,
  parseWindowSize,
  SHELL_HEADER_BYTES,
  SHELL_PACKET_MAX_BYTES,
  ShellPacketId,
  type WindowSize,
} from './shell-protocol.ts';
export type { AdbStream } from './stream.ts';
export type { AuthPolicy, ServiceReply, Transport } from './transport.ts';
