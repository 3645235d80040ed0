import { CallError, type CallInput, type CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useListPage } from '@ronghui/web/queries/list-page';
import { useQuery } from '@tanstack/react-query';

/** A line as the list has it. */
export type LoanConsult = CallReply<'loanConsult.page'>['items'][number];
export type LoanConsultSum = CallReply<'loanConsult.sum'>;

const filters = ['stageId', 'orgId', 'projectId', 'productId', 'loanNo', 'from', 'to'] as const;
type Filter = Readonly<Partial<Record<(typeof filters)[number], string>>>;

/** The lines, as the list page shows them. @source R10.5 */
export const useLoanConsultList = () =>
  useListPage({
    operation: 'loanConsult.page',
    queryKey: ['loanConsult', 'page'],
    filters,
    // The address may hold anything; the server says what is wrong with it.
    ask: (filter, { signal, ...part }) =>
      call('loanConsult.page', { ...(filter as Partial<CallInput<'loanConsult.page'>>), ...part }, { signal }),
  });

/** The sums of the whole filter. @source R10.5 */
export const useLoanConsultSum = (filter: Filter) =>
  useQuery({
    queryKey: ['loanConsult', 'sum', filter],
    queryFn: ({ signal }) => call('loanConsult.sum', filter, { signal }),
  });

/** The file of a filter. @source R10.5 */
export const downloadLines = (filter: Filter) => call('loanConsult.download', filter);

/** Something to filter by. */
interface Choice {
  readonly value: string;
  readonly label: string;
}

/** What lines are filtered by, with its names. */
export interface Dimensions {
  readonly stages: readonly Choice[];
  readonly orgs: readonly Choice[];
  readonly projects: readonly Choice[];
  readonly products: readonly Choice[];
  /** The tenant is not certified: there is nothing to query yet (R4.13). */
  readonly isUncertified: boolean;
}

const choicesOf = (reply: CallReply<'stage.all'> | undefined): readonly Choice[] =>
  (reply?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));

/** The stages, organisations, projects and products of the filters. */
export const useDimensions = (): Dimensions => {
  const stages = useQuery({
    queryKey: ['stage', 'all'],
    queryFn: ({ signal }) => call('stage.all', {}, { signal }),
  });
  const orgs = useQuery({
    queryKey: ['org', 'all'],
    queryFn: ({ signal }) => call('org.all', {}, { signal }),
  });
  const projects = useQuery({
    queryKey: ['project', 'list'],
    queryFn: ({ signal }) => call('project.list', {}, { signal }),
  });
  const products = useQuery({
    queryKey: ['product', 'list'],
    queryFn: ({ signal }) => call('product.list', {}, { signal }),
  });
  return {
    stages: choicesOf(stages.data),
    orgs: choicesOf(orgs.data),
    projects: choicesOf(projects.data),
    products: choicesOf(products.data),
    isUncertified: stages.error instanceof CallError && stages.error.errCode === 'RHCE002',
  };
};
