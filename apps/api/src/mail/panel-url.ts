/** The site, and the workspace that a mail is about. A personal one has the id of its user. */
export type Place = { publicUrl: string; workspace_id: string; user_id: string };

/** A link into the panel of that workspace. The site opens a personal one without a team in the address. */
export function panelUrl({ publicUrl, workspace_id, user_id }: Place, path: string): string {
  const url = `${publicUrl}${path}`;
  if (workspace_id === user_id) return url;
  return `${url}${path.includes('?') ? '&' : '?'}team=${workspace_id}`;
}
