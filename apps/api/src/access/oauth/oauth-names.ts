// Addresses and names of the OAuth server, for those who don't load it.

export const oauthPaths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  device_authorization: '/oauth/device',
  revocation: '/oauth/revoke',
  jwks: '/oauth/jwks',
  /** Our own page, for requests of browsers and for codes of devices. */
  code_verification: '/connect',
} as const;

/** Resources whose tokens we issue: the API, and the endpoint for agents. */
export function resourceUrls(publicUrl: string): { api: string; mcp: string } {
  return { api: `${publicUrl}/api`, mcp: `${publicUrl}/mcp` };
}

/** The cookie that binds a request to the browser that began it. */
export function requestCookie(isHttps: boolean): string {
  return isHttps ? '__Host-oauth_request' : 'oauth_request';
}
