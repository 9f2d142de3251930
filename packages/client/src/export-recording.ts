// A recording as a file. It may have gigabytes, so its content is a stream.
import { routes, workspaceHeader } from '@pocketfleet/contract';
import { ApiError } from './api-error.ts';
import { readError, routeAddress } from './call-route.ts';

/** `mp4` is the video; `json` has actions, screens, gaps and times. */
export type RecordingFormat = 'mp4' | 'json';
/** `file_name`: as the server suggests it, without any folder. */
export type RecordingFile = { file_name: string; content: ReadableStream<Uint8Array> };

type Asking = {
  baseUrl: string;
  token: string;
  workspaceId: string | undefined;
  fetch: typeof fetch;
  signal?: AbortSignal | undefined;
};

/** Throws ApiError. A stream that is cut fails: what was read until then is not the whole. */
export async function exportRecording(
  { baseUrl, token, workspaceId, fetch: send, signal }: Asking,
  id: string,
  format: RecordingFormat,
): Promise<RecordingFile> {
  const address = routeAddress(routes.exportRecording, { params: { id }, query: { format } });
  const headers = {
    authorization: `Bearer ${token}`,
    ...(workspaceId === undefined ? {} : { [workspaceHeader]: workspaceId }),
  };
  const response = await send(baseUrl + address, { headers, ...(signal && { signal }) }).catch(
    (cause: unknown) => {
      if (signal?.aborted) throw cause;
      throw new ApiError({ status: 0, code: 'no_response', detail: null, cause });
    },
  );
  if (!response.ok) throw await readError(response);
  const disposition = response.headers.get('content-disposition') ?? '';
  const file_name = /filename="([\w.-]+)"/.exec(disposition)?.[1] ?? `recording.${format}`;
  return { file_name, content: response.body ?? new Blob([]).stream() };
}
