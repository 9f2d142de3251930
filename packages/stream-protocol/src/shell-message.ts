// A shell's socket, both ways: one binary websocket message is one shell message. Big-endian.
//
//   input  1: bytes, viewer to phone          output 2: bytes, phone to viewer
//   resize 3: columns u16, rows u16           exit   4: exit code u8, phone to viewer, last message

export const maxShellMessageLength = 64 * 1024;

export type ShellMessage =
  | { readonly type: 'input'; readonly data: Uint8Array }
  | { readonly type: 'output'; readonly data: Uint8Array }
  | { readonly type: 'resize'; readonly columns: number; readonly rows: number }
  | { readonly type: 'exit'; readonly code: number };

export class ShellMessageFormatError extends Error {
  override name = 'ShellMessageFormatError';
}

const kinds = { input: 1, output: 2, resize: 3, exit: 4 } as const;

export function encodeShellMessage(message: ShellMessage): Uint8Array<ArrayBuffer> {
  switch (message.type) {
    case 'input':
    case 'output': {
      const bytes = new Uint8Array(1 + message.data.length);
      bytes[0] = kinds[message.type];
      bytes.set(message.data, 1);
      return bytes;
    }
    case 'resize': {
      const bytes = new Uint8Array(5);
      const view = new DataView(bytes.buffer);
      view.setUint8(0, kinds.resize);
      view.setUint16(1, message.columns);
      view.setUint16(3, message.rows);
      return bytes;
    }
    case 'exit':
      return Uint8Array.of(kinds.exit, message.code);
  }
}

export function decodeShellMessage(bytes: Uint8Array): ShellMessage {
  if (bytes.length > maxShellMessageLength) throw new ShellMessageFormatError(`${bytes.length} bytes`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (bytes[0]) {
    case kinds.input:
      return { type: 'input', data: bytes.subarray(1) };
    case kinds.output:
      return { type: 'output', data: bytes.subarray(1) };
    case kinds.resize: {
      if (bytes.length !== 5) throw new ShellMessageFormatError(`resize of ${bytes.length} bytes`);
      const size = { columns: view.getUint16(1), rows: view.getUint16(3) };
      if (size.columns < 1 || size.columns > 1000 || size.rows < 1 || size.rows > 1000) {
        throw new ShellMessageFormatError(`a terminal of ${size.columns} x ${size.rows}`);
      }
      return { type: 'resize', ...size };
    }
    case kinds.exit:
      if (bytes.length !== 2) throw new ShellMessageFormatError(`exit of ${bytes.length} bytes`);
      return { type: 'exit', code: view.getUint8(1) };
    default:
      throw new ShellMessageFormatError(`shell message kind ${bytes[0]}`);
  }
}
