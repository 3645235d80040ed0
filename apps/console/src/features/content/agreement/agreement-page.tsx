import { Breadcrumb, Callout, PageState, Skeleton } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { queryStatus } from '@ronghui/web/state/query-status';
import type { JSX } from 'react';
import type { PageProps } from '#kernel/page-props.ts';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';
import css from '../content.module.css';
import type { Editor } from '../record/record-editor.ts';
import { RecordPage } from '../record/record-page.tsx';
import { blankAgreement } from './agreement-body.ts';
import { AgreementForm } from './agreement-form.tsx';
import { useAgreementVersions } from './agreement-queries.ts';
import { TextPreview, VersionStanding } from './agreement-sides.tsx';
import { askedByVersion } from './agreement-words.ts';

/** An agreement: its next version, what that will ask of whom, and every version that was published. @source R10.6, R11.3 */
export const AgreementPage = ({ params }: PageProps): JSX.Element => {
  const key = params['key'] ?? '';
  return (
    <>
      <Breadcrumb items={[{ label: '协议', href: href(paths.agreements()) }, { label: key }]} />
      <RecordPage
        key={key}
        record="agreement"
        itemKey={key}
        titleOf={({ title }) => title}
        sub="已发布的版本永远不变；改动是一个新版本，从它的生效日期起请人同意。"
        blank={blankAgreement(key, '')}
        isRemovable
      >
        {(editor) => <Agreement editor={editor} />}
      </RecordPage>
    </>
  );
};

const Agreement = ({ editor }: { readonly editor: Editor<'agreement'> }): JSX.Element => {
  const { body, name, detail } = editor;
  const query = useAgreementVersions(name.key, detail.version);
  const mayWrite = useAuth()['ops.content.write'] === true;
  return (
    <PageState
      state={queryStatus('ops.agreement.versions', query)}
      loading={<Skeleton shape="row" count={8} />}
      empty={null}
      onRetry={() => void query.refetch()}
    >
      {({ versions, standing }) => (
        <div className={css.sides}>
          <div className={css.stack}>
            <AgreementForm editor={editor} versions={versions} mayWrite={mayWrite} />
            <VersionStanding versions={versions} />
          </div>
          <div className={css.stack}>
            {versions.some(({ version }) => version === body.version) ? null : (
              <section aria-label="这一版会请谁同意">
                <Callout tone="info">
                  {askedByVersion(body, standing).map((sentence) => (
                    <p key={sentence}>{sentence}</p>
                  ))}
                </Callout>
              </section>
            )}
            <TextPreview text={body.text} />
          </div>
        </div>
      )}
    </PageState>
  );
};
