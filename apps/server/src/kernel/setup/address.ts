import type { Config } from '#kernel/setup/config';

/** Where a browser on this machine finds the server. */
export const addressOf = (config: Config, port: number): string => {
  const isAny = config.host === '0.0.0.0' || config.host === '::';
  const host = isAny ? 'localhost' : config.host.includes(':') ? `[${config.host}]` : config.host;
  return `${config.tls === null ? 'http' : 'https'}://${host}:${port}`;
};
