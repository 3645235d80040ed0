import { Button } from '@ronghui/ui';
import { href } from '@ronghui/web/navigation/hash-location';
import type { JSX } from 'react';
import { paths } from '#kernel/paths.ts';
import { useAuth } from '#kernel/start-up.ts';

/** Leads to the application for an invoice with an order or a bill chosen; nothing for a user who may not apply. @source R10.12 */
export const InvoiceLink = ({ kind, no }: { kind: 'order' | 'bill'; no: string }): JSX.Element | null =>
  useAuth()['invoice.write'] === true ? (
    <Button href={href(paths.invoices({ apply: `${kind}.${no}` }))}>申请发票</Button>
  ) : null;
