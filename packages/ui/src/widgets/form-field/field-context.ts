import { createContext, useContext, useId } from 'react';

/** What a field tells the control inside it. */
export type FieldLink = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean };

export const FieldContext = createContext<FieldLink | null>(null);

/** The attributes that tie a control to its field's label, hint and error; explicit props of the control win over them. */
export type ControlLink = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
};

/** Ties a control to the field around it, or gives it an id of its own where there is none. */
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
