import type { CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

/** A version of an agreement with what stands on it. */
export type AgreementVersion = CallReply<'ops.agreement.versions'>['versions'][number];

/** Consents in force to any version, and whose they are. */
export type Standing = CallReply<'ops.agreement.versions'>['standing'];

/** The versions of an agreement, the latest first, with what stands on each. @source R10.6 */
export const useAgreementVersions = (id: string, version: number) =>
  useQuery({
    queryKey: ['content', 'agreement', id, version],
    queryFn: ({ signal }) => call('ops.agreement.versions', { id }, { signal }),
    gcTime: 0,
  });

/** A Markdown text as it will be shown. The last one stands until the next is there. */
export const usePreview = (text: string) =>
  useQuery({
    queryKey: ['content', 'preview', text],
    queryFn: ({ signal }) => call('ops.content.preview', { text }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
