import { createContext, useContext, useId } from 'react';

/** What a field passes to its control. */
export type FieldLink = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean };

export const FieldContext = createContext<FieldLink | null>(null);

/** Attributes that tie a control to its field's label, hint and error; explicit props of the control take precedence. */
export type ControlLink = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

/** Ties a control to the surrounding field, or generates an id where there is none. */
export function useControlLink(id?: string): ControlLink {
  const field = useContext(FieldContext);
  const own = useId();
  return {
    id: id ?? field?.id ?? own,
    'aria-describedby': field?.describedBy,
    'aria-invalid': field?.invalid ? true : undefined,
    'aria-required': field?.required ? true : undefined,
  };
}
