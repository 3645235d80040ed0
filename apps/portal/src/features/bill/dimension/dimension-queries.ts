import { CallError, type CallReply } from '@ronghui/client';
import { call } from '@ronghui/web/calls/call';
import { useQuery } from '@tanstack/react-query';

/** Something to filter by. */
interface Option {
  readonly value: string;
  readonly label: string;
}

/** What bills and lines are filtered by, with its names. */
export interface Dimensions {
  readonly stages: readonly Option[];
  readonly orgs: readonly Option[];
  readonly projects: readonly Option[];
  readonly products: readonly Option[];
  /** The tenant is not certified: there is nothing to query yet (R4.13). */
  readonly isUncertified: boolean;
}

const optionsOf = (reply: CallReply<'stage.all'> | undefined): readonly Option[] =>
  (reply?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));

/** The name of an id; an id without one stands for itself. */
export const nameOf = (options: readonly Option[], id: string): string =>
  options.find(({ value }) => value === id)?.label ?? id;

/** The stages and products of the filters; the organisations and projects once they are asked for. */
export const useDimensions = ({ withAll = true }: { readonly withAll?: boolean } = {}): Dimensions => {
  const stages = useQuery({
    queryKey: ['stage', 'all'],
    queryFn: ({ signal }) => call('stage.all', {}, { signal }),
  });
  const orgs = useQuery({
    queryKey: ['org', 'all'],
    queryFn: ({ signal }) => call('org.all', {}, { signal }),
    enabled: withAll,
  });
  const projects = useQuery({
    queryKey: ['project', 'list'],
    queryFn: ({ signal }) => call('project.list', {}, { signal }),
    enabled: withAll,
  });
  const products = useQuery({
    queryKey: ['product', 'list'],
    queryFn: ({ signal }) => call('product.list', {}, { signal }),
  });
  return {
    stages: optionsOf(stages.data),
    orgs: optionsOf(orgs.data),
    projects: optionsOf(projects.data),
    products: optionsOf(products.data),
    isUncertified: stages.error instanceof CallError && stages.error.errCode === 'RHCE002',
  };
};
