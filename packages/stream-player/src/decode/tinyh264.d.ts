// tinyh264 has no types of its own. Its C side is h264bsd's (github.com/oneam/h264bsd, `h264bsd_decoder.h`).
declare module 'tinyh264/es/TinyH264.js' {
  export interface TinyH264 {
    readonly HEAPU8: Uint8Array<ArrayBuffer>;
    _malloc(bytes: number): number;
    _free(pointer: number): void;
    _h264bsdAlloc(): number;
    /** 0 on success. Without reordering, each frame is returned as soon as it is decoded. */
    _h264bsdInit(storage: number, noOutputReordering: 0 | 1): number;
    _h264bsdShutdown(storage: number): void;
    _h264bsdFree(storage: number): void;
    /** Takes one access unit in Annex B. Writes the address of the frame (I420) and its size in whole macroblocks. */
    _h264bsdDecode(
      storage: number,
      bytes: number,
      length: number,
      address: number,
      width: number,
      height: number,
    ): number;
    getValue(pointer: number, type: 'i32' | 'i8*'): number;
  }
  export default function load(): Promise<TinyH264>;
}
