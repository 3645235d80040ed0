import { makeStore } from '@ronghui/web/state/store';
import { useEffect } from 'react';

/** The subject of the present page, which the header on H5 names in place of the route's title; undefined where the page sets none. */
export const headerTitleStore = makeStore<string | undefined>(undefined);

/** Names the subject of a page in the header on H5. The page's own heading is then for screen readers alone. @source ux "Merchant area" */
export const useHeaderTitle = (title: string | undefined): void => {
  useEffect(() => {
    headerTitleStore.set(title);
    return () => headerTitleStore.set(undefined);
  }, [title]);
};
