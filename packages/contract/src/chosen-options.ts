import Type from 'typebox';

/** The options of a configuration: option key → value. */
export const chosenOptions = () =>
  Type.Record(
    Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
    Type.String({ minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' }),
    { additionalProperties: false, maxProperties: 12 },
  );
