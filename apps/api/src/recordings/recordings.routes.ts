import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app-parts.ts';
import type { ScreenDeps } from '../screen/screen.ts';
import { receiveUploads } from './agent-uploads.ts';
import { whileSeen } from './export-access.ts';
import { exportRecording, getVideo, getWithChunks, listEvents } from './recording-contents.ts';
import { getRecordingSettings, setRecordingSettings } from './recording-settings.ts';
import { createFolderStore } from './recording-store.ts';
import { registerRecordingSweep } from './recording-sweep.ts';
import {
  deleteRecording,
  listRecordings,
  type RecordingDeps,
  startRecording,
  stopRecording,
} from './recordings.ts';
import { RunningExports } from './running-exports.ts';
import { listSteps } from './steps.ts';

export async function registerRecordings(parts: AppParts, screen: ScreenDeps): Promise<void> {
  const { implement, links } = parts;
  const { db, clock, config, log } = parts.deps;
  const store = config.recordingsDir === undefined ? undefined : createFolderStore(config.recordingsDir);
  const deps: RecordingDeps = { db, clock, links, store, config };
  const exports = new RunningExports();
  await receiveUploads(parts.agents, { ...deps, log });
  registerRecordingSweep(parts, deps);
  implement(routes.startRecording, ({ caller, params, body }) =>
    startRecording(deps, caller, params.id, body.name),
  );
  implement(routes.stopRecording, ({ caller, params }) => stopRecording(deps, caller, params.id));
  implement(routes.listRecordings, ({ caller, query }) => listRecordings(deps, caller, query));
  implement(routes.getRecording, ({ caller, params }) => getWithChunks(deps, caller, params.id));
  implement(routes.listRecordedEvents, ({ caller, params, query }) =>
    listEvents(deps, caller, { id: params.id, from: query.from }),
  );
  implement(routes.getRecordedVideo, ({ caller, params, query }) =>
    getVideo(deps, caller, { id: params.id, ...query }),
  );
  implement(routes.exportRecording, async ({ caller, accessToken, address, params, query }) => {
    const file = await exportRecording({ ...deps, exports }, caller, {
      id: params.id,
      format: query.format,
    });
    const asking = { secret: accessToken, workspaceId: caller.workspace_id, address };
    return whileSeen(deps, { asking, caller }, params.id, file);
  });
  implement(routes.deleteRecording, async ({ caller, params }) => {
    await deleteRecording(deps, caller, params.id);
    return { message: 'The recording was erased.' };
  });
  implement(routes.listSteps, ({ caller, params }) => listSteps({ ...deps, screen }, caller, params.id));
  implement(routes.getRecordingSettings, ({ caller }) => getRecordingSettings(db, caller));
  implement(routes.setRecordingSettings, ({ caller, body }) => setRecordingSettings(db, caller, body));
}
