import { Callout, DateTime, RichText, Skeleton, Tag } from '@ronghui/ui';
import { type JSX, useEffect, useState } from 'react';
import css from '../content.module.css';
import { type AgreementVersion, usePreview } from './agreement-queries.ts';

/** How long nobody types before the preview is asked for. @unit ms */
const restMs = 400;

const useRested = (text: string): string => {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
};

/** A text as readers will see it, rendered by the server as its pages are. @source security 4.9 */
export const TextPreview = ({ text }: { readonly text: string }): JSX.Element => {
  const { data, isError } = usePreview(useRested(text).slice(0, 20_000));
  return (
    <section className={css.group} aria-label="预览">
      <h2 className={css.title}>预览</h2>
      {isError ? <Callout tone="warn">预览没有取到，保存不受影响。</Callout> : null}
      {data === undefined ? (
        isError ? null : (
          <Skeleton shape="row" count={5} />
        )
      ) : (
        <>
          {data.faults.map(({ message }) => (
            <Callout key={message} tone="warn">
              {message}
            </Callout>
          ))}
          <RichText html={data.html} />
        </>
      )}
    </section>
  );
};

/** Every version that was published, with its digest and what stands on it. @source R10.6 */
export const VersionStanding = ({ versions }: { readonly versions: readonly AgreementVersion[] }): JSX.Element => (
  <section className={css.group} aria-label="已发布的版本">
    <h2 className={css.title}>已发布的版本</h2>
    {versions.length === 0 ? <p className={css.note}>还没有发布过。</p> : null}
    <ul className={css.stack}>
      {versions.map(({ version, isInForce, effectiveAt, publishedAt, users, tenants, consents, sha256 }) => (
        <li key={version}>
          <strong>{version}</strong> {isInForce ? <Tag tone="ok">生效中</Tag> : null}{' '}
          <span className={css.note}>
            生效 <DateTime value={effectiveAt} />
            ，发布 <DateTime value={publishedAt} />
          </span>
          <p>
            有效同意 {consents}&nbsp;项，{users}&nbsp;位用户，{tenants}&nbsp;家商户
          </p>
          <p className={css.digest}>SHA-256 {sha256}</p>
        </li>
      ))}
    </ul>
  </section>
);
