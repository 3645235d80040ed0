import { Card } from '@ronghui/ui';
import type { JSX } from 'react';
import type { PageProps } from '#kernel/page-props.ts';

/** The statement of a closed run. @source R13.4 */
export const StatementPage = ({ params: { runId } }: PageProps): JSX.Element => <Card title="对账单">{runId}</Card>;
