import { Callout, DateTime } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import type { Preview } from './line-import-queries.ts';

/** The same bytes were imported before: when, by whom and for which stage. */
export const EarlierImports = ({ earlier }: { readonly earlier: NonNullable<Preview['earlier']> }): JSX.Element => (
  <Callout tone="warn" role="alert">
    <p>内容相同的文件已导入过。再次导入会让这些明细多一份（同一账期内重复的行会被拒绝）。</p>
    {earlier.map(({ importId, stageName, importedAt, by }) => (
      <p key={importId}>
        <a href={href(paths.lines({ open: importId }))}>
          <DateTime value={importedAt} />
        </a>{' '}
        由 {by} 导入到账期“{stageName}”
      </p>
    ))}
  </Callout>
);
