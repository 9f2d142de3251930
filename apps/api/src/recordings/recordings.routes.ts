import { routes } from '@pocketfleet/contract';
import type { AppParts } from '../app-parts.ts';
import { receiveUploads } from './agent-uploads.ts';
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

export async function registerRecordings(parts: AppParts): Promise<void> {
  const { implement, links } = parts;
  const { db, clock, config, log } = parts.deps;
  const store = config.recordingsDir === undefined ? undefined : createFolderStore(config.recordingsDir);
  const deps: RecordingDeps = { db, clock, links, store, config };
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
  implement(routes.exportRecording, ({ caller, params, query }) =>
    exportRecording(deps, caller, { id: params.id, format: query.format }),
  );
  implement(routes.deleteRecording, async ({ caller, params }) => {
    await deleteRecording(deps, caller, params.id);
    return { message: 'The recording was erased.' };
  });
  implement(routes.getRecordingSettings, ({ caller }) => getRecordingSettings(db, caller));
  implement(routes.setRecordingSettings, ({ caller, body }) => setRecordingSettings(db, caller, body));
}
