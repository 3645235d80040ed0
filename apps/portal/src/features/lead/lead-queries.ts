import type { CallInput } from '@ronghui/client';
import { call } from '#kernel/call.ts';
import { useQuery } from '#kernel/query.ts';

/** What a message is about. */
export type Topic = CallInput<'portal.contact'>['topic'];

/** Sends a message; answers its ticket number. */
export const sendContact = (input: CallInput<'portal.contact'>) => call('portal.contact', input);

/** The name of the product that a message is about; undefined until it is known, and for none. */
export const useProductName = (pid: string | undefined): string | undefined => {
  const [known, setKnown] = useState<{ readonly pid: string; readonly name: string }>();
  useEffect(() => {
    if (pid === undefined) return;
    const leave = new AbortController();
    call('portal.productQueryDetail', { pid }, { signal: leave.signal }).then(
      ({ name }) => setKnown({ pid, name }),
      // Without a name the message goes without the product.
      () => undefined,
    );
    return () => leave.abort();
  }, [pid]);
  return known?.pid === pid ? known?.name : undefined;
};
