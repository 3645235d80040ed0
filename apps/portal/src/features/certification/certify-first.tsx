import { Button, EmptyState, PageHead } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import { usePageType } from '@ronghui/web/screen/page-type';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';

/** In place of a page that opens with the certification: the way to the wizard. @source R4.13 */
export const CertifyFirst = ({
  title,
  text = '明细、账单和对账在企业认证通过后开放。',
}: {
  title: string;
  text?: string;
}): JSX.Element => (
  <>
    <PageHead pageType={usePageType()} title={title} />
    <EmptyState
      kind="forbidden"
      title="请先完成企业认证"
      text={text}
      action={
        <Button variant="primary" href={href(paths.verify())}>
          去认证
        </Button>
      }
    />
  </>
);
