import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

/** A schema that checks values. */
export interface CompiledSchema {
  fits(value: unknown): boolean;
  /** What keeps a value from fitting; nothing where it fits. */
  faults(value: unknown): ReturnType<Validator['Errors']>;
}

/**
 * A schema that is compiled when it is first asked: a server has some fifteen hundred of them, and each keeps the text of its code, so that
 * compiling all at the start costs memory and time for operations that may not come.
 */
export const compiledSchema = (schema: TSchema): CompiledSchema => {
  let validator: Validator | undefined;
  const compiled = (): Validator => {
    validator ??= Compile(schema);
    return validator;
  };
  return {
    fits: (value) => compiled().Check(value),
    faults: (value) => compiled().Errors(value),
  };
};
