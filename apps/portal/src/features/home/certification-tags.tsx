import { Tag } from '@ronghui/ui';
import type { JSX } from 'react';
import { certificationTags, changeTags } from './figure-words.ts';
import type { Summary } from './home-queries.ts';

/** The tags of a certification: its status, and beside it that of a pending change. @source R4.11 */
export const CertificationTags = ({ certification }: Pick<Summary, 'certification'>): JSX.Element => {
  const { status, isCertified } = certification;
  const change = isCertified ? changeTags[status] : undefined;
  const { tone, label } = certificationTags[isCertified ? 'passed' : status];
  return (
    <>
      {change === undefined ? null : <Tag tone={change.tone}>{change.label}</Tag>}
      <Tag tone={tone}>{label}</Tag>
    </>
  );
};
