import { createHash } from 'node:crypto';
import { dayOf } from '@ronghui/domain/calendar';
import { instantOn } from '@ronghui/domain/shanghai';
import {
  listAgreementVersions,
  listLatestAgreements,
  listRetiredAgreements,
} from '#features/agreement/agreement.reads';
import { type AgreementText, addAgreements } from '#features/agreement/agreement.steps';
import { listProductRows } from '#features/catalog/catalog.reads';
import { replaceRetiredAgreements } from '#features/site/site.steps';
import type { Db } from '#kernel/database/db';
import { type PathFault, schemaFaults } from '../content-conform.ts';
import { imagesOf } from '../markdown.ts';
import { agreementSchema, versionPattern } from '../schemas/content-schemas.ts';
import { boundFaults, deadLinks, renderDoc } from './doc-text.ts';
import type { BodyOf, RecordKind } from './record-kind.ts';

type AgreementBody = BodyOf<'agreement'>;

/** The longest text that a visitor is given. */
const longestHtml = 200_000;

type Version = Pick<
  Awaited<ReturnType<typeof listAgreementVersions>>[number],
  'version' | 'title' | 'scene' | 'required' | 'markdown' | 'effective_at'
>;

const bodyOfRow = (key: string, row: Version): AgreementBody => ({
  record: 'agreement',
  key,
  version: row.version,
  title: row.title,
  // The check constraint allows the contract's words only.
  scene: row.scene as AgreementBody['scene'],
  required: row.required,
  effectiveOn: dayOf(row.effective_at),
  text: row.markdown,
});

const bodyOfText = ({ id, markdown, effectiveAt, ...text }: AgreementText): AgreementBody =>
  bodyOfRow(id, { ...text, markdown, effective_at: effectiveAt });

/** Of each agreement of a folder the version that comes into force last. */
const latestOf = (texts: readonly AgreementText[]): AgreementText[] =>
  [...Map.groupBy(texts, ({ id }) => id).values()].flatMap((versions) =>
    versions
      .toSorted(
        (one, other) =>
          other.effectiveAt.getTime() - one.effectiveAt.getTime() || (one.version < other.version ? 1 : -1),
      )
      .slice(0, 1),
  );

const sameText = (one: AgreementBody, other: AgreementBody): boolean =>
  one.title === other.title &&
  one.scene === other.scene &&
  one.required === other.required &&
  one.effectiveOn === other.effectiveOn &&
  one.text === other.text;

/** What keeps a version from standing beside those that are published, which are evidence and never change. @source R10.6 */
const versionFaults = async (db: Db, body: AgreementBody): Promise<PathFault[]> => {
  const published = await listAgreementVersions(db, body.key);
  const [latest] = published;
  if (latest === undefined) return [];
  const same = published.find(({ version }) => version === body.version);
  if (same !== undefined) {
    // The latest may be published again where it was retired.
    if (same === latest && sameText(bodyOfRow(body.key, same), body)) return [];
    return [{ path: ['version'], message: '这一版已经发布，不能修改；请填写新的版本号，作为新版本发布' }];
  }
  const effective = instantOn(body.effectiveOn);
  if (effective <= latest.effective_at) {
    const message = `应晚于上一版 ${latest.version} 的生效日期 ${dayOf(latest.effective_at)}`;
    return [{ path: ['effectiveOn'], message }];
  }
  return effective < instantOn(dayOf(latest.now)) ? [{ path: ['effectiveOn'], message: '不能早于发布的当天' }] : [];
};

/** The agreements: each publication is a version of its own, which comes into force on a day. @source R10.6, R11.3 */
export const agreementKind: RecordKind<AgreementBody> = {
  keys: 'free',
  async find(db, key) {
    const [latest] = await listAgreementVersions(db, key);
    return latest === undefined || !latest.is_used ? null : bodyOfRow(key, latest);
  },
  findAll: async (db) => (await listLatestAgreements(db)).map((row) => bodyOfRow(row.agreement_id, row)),
  inFolder: ({ agreements }) => latestOf(agreements).map(bodyOfText),
  standsOver: (published, { effectiveOn }) => published.effectiveOn > effectiveOn,
  entryOf: ({ key, title, scene }) => ({ title, group: scene, sort: key }),
  ownFaults: ({ version, title, scene, required, effectiveOn, text }) => [
    ...(versionPattern.test(version) ? [] : [{ path: ['version'], message: '应为年和月，如 2026-12，或 2026-12.1' }]),
    ...(schemaFaults(agreementSchema, { title, scene, required, effectiveOn }) ?? []),
    ...(text.trim() === '' ? [{ path: ['text'], message: '不能为空' }] : []),
    ...(text.includes('\r') ? [{ path: ['text'], message: '换行应为 LF' }] : []),
  ],
  boundFaults: ({ text }) => boundFaults('text', text),
  async outerFaults(db, body) {
    const rendering = renderDoc('', body.text);
    const wrong = [...rendering.faults, ...(await deadLinks(db, '', rendering))].map(({ message }) => ({
      path: ['text'],
      message,
    }));
    return [
      ...(await versionFaults(db, body)),
      ...(imagesOf(body.text).length > 0 ? [{ path: ['text'], message: '协议只有文字，请移除图片' }] : wrong),
      ...(rendering.html.length > longestHtml ? [{ path: ['text'], message: '排版之后太长，请减少表格与列表' }] : []),
    ];
  },
  mediaIn: () => [],
  async store(tx, { key, effectiveOn, text, ...body }) {
    const { html } = renderDoc('', text);
    const { version, title, scene, required } = body;
    const sha256 = createHash('sha256').update(text).digest('hex');
    const effectiveAt = instantOn(effectiveOn);
    await addAgreements(tx, [{ id: key, version, title, scene, required, markdown: text, html, sha256, effectiveAt }]);
    const retired = await listRetiredAgreements(tx);
    if (retired.includes(key)) {
      await replaceRetiredAgreements(
        tx,
        retired.filter((id) => id !== key),
      );
    }
  },
  async removalFaults(db, key) {
    const naming = (await listProductRows(db)).filter(({ agreement_ids }) => agreement_ids.includes(key));
    return naming.map(({ name }) => ({
      path: ['agreements'],
      message: `产品「${name}」用到这份协议，请先从那里移除`,
    }));
  },
  async drop(tx, key) {
    await replaceRetiredAgreements(tx, [...new Set([...(await listRetiredAgreements(tx)), key])]);
  },
};
