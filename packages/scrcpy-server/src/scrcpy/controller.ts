// Carries out control messages on the phone (control/Controller.java).
import {
  type AndroidScreen,
  KEY,
  type PackageList,
  type Size,
  type TouchAction,
} from '@pocketfleet/phone-parts';
import type { ControlMessage, Position } from './control-message.ts';
import { encodeClipboardAck, encodeClipboardMessage } from './wire.ts';

/** More fingers than this are ignored (PointersState.java). */
const POINTERS = 10;
const TEXT_LIMIT_BYTES = 300;

export interface ControllerDeps {
  readonly screen: AndroidScreen;
  readonly packages: PackageList;
  /** Size of the client's video. Without video it is undefined, and positions are not scaled. */
  readonly videoSize: () => Size | undefined;
  readonly resetVideo: () => void;
  readonly send: (message: Buffer) => void;
  readonly print: (line: string) => void;
  readonly clipboardAutosync: boolean;
  /** Each client has a range of pointer ids of its own. */
  readonly firstPointerId: number;
}

export interface Controller {
  handle(message: ControlMessage): void;
  /** Sends the phone's clipboard to the client, unless the text came from this client. */
  clipboardChanged(text: string): void;
}

export function createController(deps: ControllerDeps): Controller {
  const pointers: (bigint | undefined)[] = new Array(POINTERS).fill(undefined);
  let settingClipboard = false;

  const toDisplay = (position: Position) => {
    const video = deps.videoSize();
    if (!video) return { x: position.x, y: position.y };
    // A position from a picture of another size is dropped, the end of a gesture too (PositionMapper.java).
    if (video.width !== position.width || video.height !== position.height) return undefined;
    const { width, height } = deps.screen.display;
    return { x: (position.x * width) / video.width, y: (position.y * height) / video.height };
  };

  const touch = (message: ControlMessage & { type: 'touch' }) => {
    const at = toDisplay(message.position);
    const action = TOUCH_ACTIONS[message.action];
    if (!at || !action) return;
    let slot = pointers.indexOf(message.pointerId);
    if (slot === -1) slot = pointers.indexOf(undefined);
    if (slot === -1) return deps.print('[server] WARN: Too many pointers for touch event');
    pointers[slot] = action === 'up' || action === 'cancel' ? undefined : message.pointerId;
    if (action === 'hover') pointers[slot] = undefined;
    deps.screen.touch(action, deps.firstPointerId + slot, at.x, at.y, message.pressure);
  };

  const pressKey = (keycode: number) => {
    deps.screen.key('down', keycode, 0);
    deps.screen.key('up', keycode, 0);
  };

  const handle = (message: ControlMessage) => {
    switch (message.type) {
      case 'keycode': {
        if (message.action > 1) return;
        return deps.screen.key(message.action === 0 ? 'down' : 'up', message.keycode, message.metaState);
      }
      case 'text':
        if (Buffer.byteLength(message.text) > TEXT_LIMIT_BYTES) return;
        return deps.screen.text(message.text);
      case 'touch':
        return touch(message);
      case 'scroll': {
        const at = toDisplay(message.position);
        return at && deps.screen.scroll(at.x, at.y, message.horizontal, message.vertical);
      }
      case 'back-or-screen-on':
        if (message.action > 1) return;
        if (deps.screen.display.on) {
          return deps.screen.key(message.action === 0 ? 'down' : 'up', KEY.BACK, 0);
        }
        return message.action === 0 ? pressKey(KEY.POWER) : undefined;
      case 'expand-notifications':
        return deps.screen.showPanel('notifications');
      case 'expand-settings':
        return deps.screen.showPanel('settings');
      case 'collapse-panels':
        return deps.screen.showPanel('none');
      case 'get-clipboard': {
        if (message.copyKey === 1) pressKey(KEY.COPY);
        if (message.copyKey === 2) pressKey(KEY.CUT);
        // With autosync the change listener answers; the real server does not answer twice.
        if (!deps.clipboardAutosync) deps.send(encodeClipboardMessage(deps.screen.clipboard.get()));
        return;
      }
      case 'set-clipboard': {
        settingClipboard = true;
        deps.screen.clipboard.set(message.text);
        settingClipboard = false;
        deps.print('[server] INFO: Device clipboard set');
        if (message.paste) pressKey(KEY.PASTE);
        if (message.sequence !== 0n) deps.send(encodeClipboardAck(message.sequence));
        return;
      }
      case 'display-power':
        // scrcpy turns off only the panel's light; the mirrored picture continues.
        return deps.print(`[server] INFO: Device display turned ${message.on ? 'on' : 'off'}`);
      case 'rotate':
        return deps.screen.setRotation(deps.screen.display.rotation % 2 === 0 ? 1 : 0);
      case 'start-app':
        return startApp(message.name);
      case 'reset-video':
        return deps.resetVideo();
    }
  };

  const startApp = (request: string) => {
    const forceStop = request.startsWith('+');
    const name = forceStop ? request.slice(1) : request;
    const target = deps.packages.get(name);
    if (!target) return deps.print(`[server] ERROR: Cannot create launch intent for app ${name}`);
    deps.print(`[server] INFO: Starting app "${target.label}" [${target.name}] on display 0...`);
    if (forceStop) deps.screen.forceStop(target.name);
    deps.screen.startActivity({ package: target.name });
  };

  return {
    handle,
    clipboardChanged(text) {
      if (!settingClipboard && deps.clipboardAutosync && text !== '') deps.send(encodeClipboardMessage(text));
    },
  };
}

/** MotionEvent.ACTION_*; buttons and hover enter and exit have no effect on a drawn screen. */
const TOUCH_ACTIONS: Readonly<Record<number, TouchAction>> = {
  0: 'down',
  1: 'up',
  2: 'move',
  3: 'cancel',
  7: 'hover',
};
