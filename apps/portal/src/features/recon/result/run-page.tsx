import { Card } from '@ronghui/ui';
import type { JSX } from 'react';
import type { PageProps } from '#kernel/page-props.ts';

/** The result of a run. @source R13.3 */
export const RunPage = ({ params: { runId } }: PageProps): JSX.Element => <Card title="对账结果">{runId}</Card>;
