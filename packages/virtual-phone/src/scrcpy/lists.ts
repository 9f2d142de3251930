import type { AndroidWorld } from '../phone-parts.ts';
import type { ScrcpyOptions } from './options.ts';

/** Lines that `list_encoders=true` and its like print (util/LogUtils.java). */
export function describeList(kind: ScrcpyOptions['list'][number], world: AndroidWorld): string[] {
  switch (kind) {
    case 'encoders':
      return [
        '[server] INFO: List of video encoders:',
        "    --video-codec=h264 --video-encoder='c2.android.avc.encoder'          (sw)",
        '[server] INFO: List of audio encoders:',
        "    --audio-codec=opus --audio-encoder='c2.android.opus.encoder'         (sw)",
      ];
    case 'displays':
      return [
        '[server] INFO: List of displays:',
        `    --display-id=0    (${world.model.width}x${world.model.height})`,
      ];
    case 'cameras':
    case 'camera_sizes':
      return ['[server] INFO: List of cameras:', '    (none)'];
    case 'apps':
      return [
        '[server] INFO: List of apps:',
        ...world.packages
          .list()
          .filter((app) => app.launcherActivity !== undefined)
          .toSorted((a, b) => Number(b.system) - Number(a.system) || a.label.localeCompare(b.label))
          .map((app) => ` ${app.system ? '*' : '-'} ${app.label.padEnd(30)} ${app.name}`),
      ];
  }
}
