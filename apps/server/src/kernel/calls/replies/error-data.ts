import type { DeclaredErrors } from '@ronghui/contract';
import { compiledSchema } from '#kernel/calls/envelope/compiled-schema';
import { compileReply } from '#kernel/calls/replies/reply-filter';
import type { RefusalData } from '#kernel/refusal';

/** What may leave with an error; `fault` says what is wrong with data that may not. */
export interface DeclaredData {
  readonly data: RefusalData | undefined;
  readonly fault?: string;
}

/** Reduces what a handler gives with a declared reason to what the declaration names. */
export type ErrorDataFilter = (reason: string, given: RefusalData | undefined) => DeclaredData;

type ReasonFilter = (given: RefusalData | undefined) => DeclaredData;

const withoutData: ReasonFilter = (given) =>
  given === undefined ? { data: undefined } : { data: undefined, fault: 'data that is not declared' };

const withData = (schema: Exclude<DeclaredErrors[string], string>['data']): ReasonFilter => {
  const filter = compileReply(schema, false);
  const declared = compiledSchema(schema);
  return (given) => {
    const kept = filter(given);
    // The schema is an object's, so that what fits it is one.
    if (declared.fits(kept)) return { data: kept as RefusalData };
    const [wrong] = declared.faults(kept);
    return { data: undefined, fault: `${wrong?.instancePath || '/'}: ${wrong?.message ?? ''}` };
  };
};

/** Handlers give nothing with the reason of a step that came second: dispatch says who was first. */
const reasonFilterOf = (error: DeclaredErrors[string]): ReasonFilter => {
  if (typeof error === 'string') return withoutData;
  const filter = withData(error.data);
  return error.record === undefined ? filter : (given = {}) => filter(given);
};

/**
 * The allow-list of the data of declared errors: fields that the declaration does not name are dropped, and data that is not as declared is
 * dropped as a whole. With `exact`, which tests enable, such data is an error.
 *
 * @source decision 0029
 */
export const compileErrorData = (errors: DeclaredErrors = {}, exact: boolean): ErrorDataFilter => {
  const filters = new Map(Object.entries(errors).map(([reason, error]) => [reason, reasonFilterOf(error)]));
  return (reason, given) => {
    const declared = (filters.get(reason) ?? withoutData)(given);
    if (exact && declared.fault !== undefined) {
      throw new TypeError(`the data of ${reason} breaks its declaration at ${declared.fault}`);
    }
    return declared;
  };
};
