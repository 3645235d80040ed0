import type { CallInput } from '@ronghui/client';
import { useEffect, useState } from 'react';
import { call } from '@ronghui/web/calls/call';

/** What a message is about. */
export type Topic = CallInput<'portal.contact'>['topic'];

/** Sends a message; answers its ticket number. */
export const sendContact = (input: CallInput<'portal.contact'>) => call('portal.contact', input);

/**
 * The name of the product that a message is about; undefined until it is known, for none, and when it cannot be had. The form reads
 * nothing else: all that queries can would weigh more than the page has left.
 */
export const useProductName = (pid: string | undefined): string | undefined => {
  const [known, setKnown] = useState<{ readonly pid: string; readonly name: string }>();
  useEffect(() => {
    if (pid === undefined) return;
    const controller = new AbortController();
    call('portal.productQueryDetail', { pid }, { signal: controller.signal }).then(
      ({ name }) => setKnown({ pid, name }),
      () => undefined,
    );
    return () => controller.abort();
  }, [pid]);
  return known?.pid === pid ? known?.name : undefined;
};
