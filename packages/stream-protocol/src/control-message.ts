// Viewer to phone: one binary websocket message is one control message. All integers big-endian.
// Coordinates are 0-65535 of the picture's width and height; `picture` is the size of the picture that the
// viewer saw, so that the agent can cancel a gesture that was begun on another one.
//
//   touch             1: action u8, pointer u8 (0-9), tool u8, buttons u8, pressure u16 (65535 = full),
//                        x u16, y u16, picture width u16, picture height u16                    (15 bytes)
//   scroll            2: x u16, y u16, picture width u16, picture height u16,
//                        horizontal i16, vertical i16 (1/256 of a wheel notch)                  (13 bytes)
//   key               3: action u8, keycode u32, repeat u16, meta state u32                     (12 bytes)
//   text              4: UTF-8, 1-300 bytes                                                      (2-301)
//   back_or_screen_on 5: action u8                                                               (2 bytes)
//   expand_notifications 6, expand_settings 7, collapse_panels 8                                 (1 byte)
//   get_clipboard     9: copy key u8 (0 none, 1 copy, 2 cut)                                     (2 bytes)
//   set_clipboard    10: sequence u32, paste u8, UTF-8 of at most 256 KiB - 14                   (6+)
//   display_power    11: on u8                                                                   (2 bytes)
//   rotate           12                                                                          (1 byte)
//   start_app        13: UTF-8 package name, 1-255 bytes                                         (2-256)
//   cancel_gestures  14: from the relay only: the controlling viewer has gone                    (1 byte)

export const maxControlMessageLength = 256 * 1024;
export const maxTextLength = 300;
export const maxClipboardLength = 256 * 1024 - 14;

export const touchActions = { down: 0, up: 1, move: 2, cancel: 3, hover: 4 } as const;
export type TouchAction = keyof typeof touchActions;
export const tools = { finger: 0, mouse: 1, stylus: 2 } as const;
export type Tool = keyof typeof tools;
export const keyActions = { down: 0, up: 1 } as const;
export type KeyAction = keyof typeof keyActions;
export const copyKeys = { none: 0, copy: 1, cut: 2 } as const;
export type CopyKey = keyof typeof copyKeys;

/** A place on the picture: x and y are 0-65535 of its width and height. */
export interface PicturePoint {
  readonly x: number;
  readonly y: number;
  readonly pictureWidth: number;
  readonly pictureHeight: number;
}

export type ControlMessage =
  | ({
      readonly type: 'touch';
      readonly action: TouchAction;
      readonly pointer: number;
      readonly tool: Tool;
      /** Android's BUTTON_* bits, low byte: 1 primary, 2 secondary, 4 tertiary, 8 back, 16 forward. */
      readonly buttons: number;
      readonly pressure: number;
    } & PicturePoint)
  | ({ readonly type: 'scroll'; readonly horizontal: number; readonly vertical: number } & PicturePoint)
  | {
      readonly type: 'key';
      readonly action: KeyAction;
      readonly keycode: number;
      readonly repeat: number;
      readonly metaState: number;
    }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'back_or_screen_on'; readonly action: KeyAction }
  | { readonly type: 'expand_notifications' | 'expand_settings' | 'collapse_panels' }
  | { readonly type: 'get_clipboard'; readonly copyKey: CopyKey }
  | {
      readonly type: 'set_clipboard';
      readonly sequence: number;
      readonly paste: boolean;
      readonly text: string;
    }
  | { readonly type: 'display_power'; readonly on: boolean }
  | { readonly type: 'rotate' }
  | { readonly type: 'start_app'; readonly name: string }
  | { readonly type: 'cancel_gestures' };

export type ControlMessageType = ControlMessage['type'];

export const controlMessageBytes: { readonly [Type in ControlMessageType]: number } = {
  touch: 1,
  scroll: 2,
  key: 3,
  text: 4,
  back_or_screen_on: 5,
  expand_notifications: 6,
  expand_settings: 7,
  collapse_panels: 8,
  get_clipboard: 9,
  set_clipboard: 10,
  display_power: 11,
  rotate: 12,
  start_app: 13,
  cancel_gestures: 14,
};

/** The bytes are not a control message, or one of its values is out of range. */
export class ControlMessageFormatError extends Error {
  override name = 'ControlMessageFormatError';
}
