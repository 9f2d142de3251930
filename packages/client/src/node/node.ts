// The part of the client for programs on a computer: files by path, and a phone as a local adb port.
export { type AdbPort, listenForAdb } from './adb-port.ts';
export { openFile, saveFile } from './files-by-path.ts';
