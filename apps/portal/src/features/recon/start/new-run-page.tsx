import { Card } from '@ronghui/ui';
import type { JSX } from 'react';

/** A new reconciliation. @source R13.1 */
export const NewRunPage = (): JSX.Element => <Card title="新建对账">{''}</Card>;
