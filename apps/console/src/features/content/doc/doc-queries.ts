import type { CallInput, CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { mutation } from '@ronghui/web/queries/mutation';
import { invalidate } from '@ronghui/web/queries/query-client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

/** A document or a section in the tree. */
export type DocEntry = CallReply<'ops.content.page'>['items'][number] & { readonly record: 'doc' | 'docSection' };

/** What is asked of one part of a list at most. */
const mostInPart = 100;

const entriesOf = (record: DocEntry['record'], { items }: CallReply<'ops.content.page'>): DocEntry[] =>
  items.map((item) => ({ ...item, record }));

/** Every section; there are five hundred at most. */
const askSections = async (signal: AbortSignal): Promise<DocEntry[]> => {
  const sections: DocEntry[] = [];
  let cursor: string | undefined;
  do {
    const part: CallReply<'ops.content.page'> = await call(
      'ops.content.page',
      { record: 'docSection', pageSize: mostInPart, ...(cursor !== undefined && { cursor }) },
      { signal },
    );
    sections.push(...entriesOf('docSection', part));
    cursor = part.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return sections;
};

/** The sections of the tree. @source R11.3 */
export const useSections = () =>
  useQuery({
    queryKey: ['content', 'page', 'docSection'],
    queryFn: ({ signal }) => askSections(signal),
    gcTime: 0,
  });

/** The documents of one section, in their order; a section has a hundred entries at most. */
export const useSectionDocs = (section: string, isOpen: boolean) =>
  useQuery({
    queryKey: ['content', 'page', 'doc', 'in', section],
    queryFn: async ({ signal }) =>
      entriesOf(
        'doc',
        await call('ops.content.page', { record: 'doc', group: section, pageSize: mostInPart }, { signal }),
      ),
    enabled: isOpen,
    gcTime: 0,
  });

/** Documents with words in title or text. */
export const useDocSearch = (keyword: string) =>
  useQuery({
    queryKey: ['content', 'page', 'doc', 'search', keyword],
    queryFn: ({ signal }) => call('ops.content.page', { record: 'doc', keyword, pageSize: 50 }, { signal }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  });

/** How long a preview waits for its pictures. @unit ms */
const picturesMs = 1000;

/** Fetches the pictures of a text ahead, so that what stands below them does not move when they come. */
const withPictures = async (preview: CallReply<'ops.content.preview'>): Promise<CallReply<'ops.content.preview'>> => {
  const loads = [...preview.html.matchAll(/<img[^>]* src="(\/media\/[^"]+)"/g)].map(([, address = '']) => {
    const picture = new Image();
    picture.src = address;
    // One that is missing says so where it stands.
    return picture.decode().catch(() => undefined);
  });
  if (loads.length > 0)
    await Promise.race([Promise.all(loads), new Promise((resolve) => setTimeout(resolve, picturesMs))]);
  return preview;
};

/** A text as the visitor would get it. */
export const useDocPreview = (key: string, text: string) =>
  useQuery({
    queryKey: ['content', 'preview', key, text],
    queryFn: async ({ signal }) => withPictures(await call('ops.content.preview', { key, text }, { signal })),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

/** Moves a document or a section. */
export const moveEntry = mutation({
  mutationKey: ['content', 'move'],
  mutationFn: (input: CallInput<'ops.content.move'>) => call('ops.content.move', input),
  onSettled: () => invalidate(['content', 'page'], ['content', 'detail'], ['content', 'versions']),
});

/** How readers rated each document. */
export const useRatings = (page: number) =>
  useQuery({
    queryKey: ['doc', 'ratings', page],
    queryFn: ({ signal }) => call('ops.doc.ratings', { page, pageSize: 20, withTotal: true }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

/** What readers wrote about one document. */
export const useComments = (slug: string) =>
  useQuery({
    queryKey: ['doc', 'comments', slug],
    queryFn: ({ signal }) => call('ops.doc.comments', { slug, pageSize: 100 }, { signal }),
    gcTime: 0,
  });

/** How customers rated what the robot answered from each document. @source service 4.2 */
export const useAnswers = (page: number) =>
  useQuery({
    queryKey: ['doc', 'answers', page],
    queryFn: ({ signal }) => call('ops.chat.answers', { page, pageSize: 20, withTotal: true }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });

/** What readers searched in vain, and what the robot could not answer. */
export const useMisses = (page: number) =>
  useQuery({
    queryKey: ['doc', 'misses', page],
    queryFn: ({ signal }) => call('ops.doc.misses', { page, pageSize: 20, withTotal: true }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
