import Provider from 'oidc-provider';

export const bad = Provider;
