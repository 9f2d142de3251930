// What a page of ours may load: only our own files, no inline script, framed only by ourselves. Styles may be
// inline because toasts and positioned menus write theirs at run time.
export function contentSecurityPolicy(publicUrl: string): Record<string, string[]> {
  const websocketOrigin = publicUrl.replace(/^http/, 'ws');
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:'],
    'media-src': ["'self'", 'blob:'],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", websocketOrigin],
    'worker-src': ["'self'", 'blob:'],
    'frame-src': ["'self'"],
    'frame-ancestors': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'self'"],
    'object-src': ["'none'"],
  };
}
