import { createHmac } from 'node:crypto';

/** The header `X-Ronghui-Signature` of a message for the provider's own platform: hex HMAC-SHA256 over `{timestamp}.{body}`. @source contract 7 */
export const signHttpSms = (secret: string, timestamp: number, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
