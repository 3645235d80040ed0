import type { KeyObject } from 'node:crypto';
import { signRsa } from './rsa.ts';

/** What a v3 call of Alipay signs. */
export interface AlipayCall {
  /** `app_id=…,nonce=…,timestamp=…`, in this order. */
  readonly authString: string;
  readonly method: 'GET' | 'POST';
  /** Path and query. */
  readonly url: string;
  readonly body: string;
}

/** The message that is signed. */
export const alipayMessage = ({ authString, method, url, body }: AlipayCall): string =>
  `${authString}\n${method}\n${url}\n${body}\n`;

/** The header `Authorization` of a v3 call. @source receipts 4.1 */
export const alipayAuthorization = (privateKey: KeyObject, call: AlipayCall): string =>
  `ALIPAY-SHA256withRSA ${call.authString},sign=${signRsa(privateKey, alipayMessage(call))}`;

/** By code units, as the channel sorts: never by the rules of a language. */
const byName = ([one]: readonly [string, string], [other]: readonly [string, string]): number =>
  one < other ? -1 : Number(one > other);

type Params = Readonly<Record<string, string>>;

const joined = (params: Params, without: readonly string[]): string =>
  Object.entries(params)
    .filter(([name, value]) => value !== '' && !without.includes(name))
    .toSorted(byName)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** The message of a form (v2): every value as it is, none encoded. */
export const alipayFormMessage = (params: Params): string => joined(params, ['sign']);

/** The message of a notice: without its signature and the name of it. */
export const alipayNoticeMessage = (form: Params): string => joined(form, ['sign', 'sign_type']);

/** The address of a page that a payer opens. @source receipts 4.1 */
export const alipayPageUrl = (privateKey: KeyObject, gateway: string, params: Params): string => {
  const url = new URL(gateway);
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  url.searchParams.set('sign', signRsa(privateKey, alipayFormMessage(params)));
  return url.href;
};
