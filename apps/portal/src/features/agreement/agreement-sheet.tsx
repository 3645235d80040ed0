import { Button, Callout, CopyButton, DateTime, PrintIcon, RichText } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { useSite } from '#kernel/start-up.ts';
import css from './agreement-page.module.css';
import type { AgreementDetail } from './agreement-queries.ts';

/** How many characters of the digest are shown; the button copies all of it. */
const digestShown = 12;

/** The text with its version, day and digest. */
export const AgreementSheet = ({ agreement }: { agreement: AgreementDetail }): JSX.Element => {
  const { id, version, title, html, sha256, effectiveAt } = agreement;
  const present = useSite().agreements.find((each) => each.id === id);
  return (
    <article>
      <header className={css.top}>
        <h1 className={css.title}>{title}</h1>
        <Button icon={<PrintIcon size={20} />} onClick={() => globalThis.print()}>
          打印
        </Button>
      </header>
      <dl className={css.facts}>
        <div>
          <dt>版本</dt>
          <dd>{version}</dd>
        </div>
        <div>
          <dt>生效日期</dt>
          <dd>
            <DateTime value={effectiveAt} precision="date" />
          </dd>
        </div>
        <div>
          <dt>内容指纹（SHA-256）</dt>
          <dd className={css.digest}>
            <code title={sha256}>{sha256.slice(0, digestShown)}…</code>
            <CopyButton text={sha256} label="复制完整指纹" />
          </dd>
        </div>
      </dl>
      {present !== undefined && present.version !== version ? (
        <div className={css.older}>
          <Callout tone="warn">
            这是以前的版本，仅供查阅。<a href={href(paths.agreement(id))}>查看现行版本（{present.version}）</a>
          </Callout>
        </div>
      ) : null}
      <RichText html={html} className={css.text} />
    </article>
  );
};
