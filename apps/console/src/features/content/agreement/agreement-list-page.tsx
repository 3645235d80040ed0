import { contentValueText } from '@ronghui/domain/content';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { RecordList } from '../record/record-list.tsx';
import { blankAgreement } from './agreement-body.ts';

const sceneName = (scene: string): string => contentValueText('scene', scene) || '—';

/** The agreements by their ids, each with its scene and what stands of it. @source R10.6, R11.3 */
export const AgreementListPage = (): JSX.Element => (
  <RecordList
    record="agreement"
    noun="协议"
    group={{ title: '场景', nameOf: sceneName }}
    pathOf={paths.agreement}
    bodyOf={blankAgreement}
  />
);
