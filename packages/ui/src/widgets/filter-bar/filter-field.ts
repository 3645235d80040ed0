type Option = { value: string; label: string };

/** One thing that a list can be filtered by; its value is a text, empty for all. */
export type FilterField =
  | { kind: 'text'; name: string; label: string; placeholder?: string; maxLength?: number }
  | { kind: 'select'; name: string; label: string; options: readonly Option[] }
  /** From one day to another, `YYYY-MM-DD`: two values. */
  | { kind: 'dates'; name: string; to: string; label: string }
  /** In sight all the time, one press each. */
  | { kind: 'chips'; name: string; label: string; options: readonly Option[] };

/** A filter that has a control of its own (chips stand apart). */
export type ControlField = Exclude<FilterField, { kind: 'chips' }>;

/** The values of a filter by name. */
export type FilterValues = Readonly<Record<string, string>>;

/** How a value came to change: a choice, or a text that is being typed. */
export type FilterChange = (changes: FilterValues, how: { isTyped: boolean }) => void;

/** The names whose values a field holds. */
export const namesOf = (field: FilterField): string[] =>
  field.kind === 'dates' ? [field.name, field.to] : [field.name];

/** How many of the fields are set. */
export const countSet = (fields: readonly FilterField[], values: FilterValues): number =>
  fields.filter((field) => namesOf(field).some((name) => (values[name] ?? '') !== '')).length;
