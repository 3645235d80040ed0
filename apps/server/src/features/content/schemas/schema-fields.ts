import type { Fen } from '@ronghui/domain/money';
import Type from 'typebox';

/** What the schemas of content are made of. */

/** Whether a text is the address of a stored picture. */
const isMediaAddress = (text: string): boolean => /^\/media\/[a-z0-9]{32}\.(?:svg|png|jpg|webp)$/.test(text);

export const object = <P extends Type.TProperties>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
export const optional = Type.Optional;
const hasWords = (value: string): boolean => value === '' || value.trim() !== '';
/** A text; one that must be there is more than spaces. */
export const text = (maxLength: number, minLength = 1) =>
  minLength === 0
    ? Type.String({ maxLength })
    : Type.Refine(Type.String({ minLength, maxLength }), hasWords, () => '不能只有空格');
export const slug = () => Type.String({ pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 64 });
export const fen = () => Type.Unsafe<Fen>(Type.Integer({ minimum: 0, maximum: 100_000_000_000 }));
export const whole = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum });
export const list = <S extends Type.TSchema>(item: S, maxItems: number, minItems = 0) =>
  Type.Array(item, { minItems, maxItems });
/** A file below the folder of the file that names it: no `..`, no absolute path. */
export const path = () => Type.String({ pattern: '^[A-Za-z0-9_-][A-Za-z0-9._/-]*$', maxLength: 200 });
/** The address of a stored picture. */
export const address = () => Type.Refine(Type.String({ maxLength: 60 }), isMediaAddress, () => '请上传图片');
/** The address of a stored sound. */
const isSoundAddress = (value: string): boolean => /^\/media\/[a-z0-9]{32}\.(?:mp3|m4a)$/.test(value);
export const soundAddress = () => Type.Refine(Type.String({ maxLength: 60 }), isSoundAddress, () => '请上传音频');

/** How a file names what it shows, or how staff do: by names beside the file, or by addresses. */
export interface Media<P extends Type.TSchema> {
  readonly picture: () => P;
  readonly sound: () => P;
}
/** A link that the portal follows: a page of its own, or an https page. Any other link would be published and then not shown as a link. */
const isLink = (value: string): boolean =>
  value.startsWith('#/') || (/^https:\/\//i.test(value) && URL.canParse(value));
const linkSentence = () => '应为 #/…（本站页面）或 https://… 的地址';
export const link = () => Type.Refine(Type.String({ maxLength: 300 }), isLink, linkSentence);
/** The same, or an empty text for no link. */
export const linkOrNone = () =>
  Type.Refine(Type.String({ maxLength: 300 }), (value) => value === '' || isLink(value), linkSentence);
/** A day of the calendar from 1900 to 2099; `2026-02-30` is refused. */
const isDay = (value: string): boolean => {
  const time = /^(?:19|20)\d\d-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value);
};
export const day = () => Type.Refine(Type.String(), isDay, () => '应为存在的日期，如 2026-11-01');
