import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { PageProps } from '#kernel/page-props.ts';
import { makeQueryClient } from '#kernel/query-client.ts';
import type { Page } from '../routes.ts';

let client: QueryClient | undefined;

/** Puts another cache in place of this tab's: each first response is rendered with one of its own. */
export const installQueryClient = (next: QueryClient): void => {
  client = next;
};

const theClient = (): QueryClient => {
  client ??= makeQueryClient();
  return client;
};

/** A page that may ask the data library; every such page shares one cache. */
export const inQueryScope = (Shown: Page): Page =>
  function InQueryScope({ params }: PageProps) {
    return (
      <QueryClientProvider client={theClient()}>
        <Shown params={params} />
      </QueryClientProvider>
    );
  };
