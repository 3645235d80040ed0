type Option = { value: string; label: string };

/** What narrows the options of a field. */
export type OptionSearch = { text: string; onTextChange: (text: string) => void };

/** One filter of a list; its value is a text, empty for all. */
export type FilterField =
  | { kind: 'text'; name: string; label: string; placeholder?: string; maxLength?: number }
  /** `search` narrows the options where there are more than the list holds: a text beside it, which is no filter itself. */
  | { kind: 'select'; name: string; label: string; options: readonly Option[]; search?: OptionSearch | undefined }
  /** A range of days, `YYYY-MM-DD`: two values. */
  | { kind: 'dates'; name: string; to: string; label: string }
  /** Always visible; selected with one click. `unset` names the chip without a value, 全部 by default: a queue shows what waits. */
  | { kind: 'chips'; name: string; label: string; options: readonly Option[]; unset?: string };

/** A filter other than chips. */
export type ControlField = Exclude<FilterField, { kind: 'chips' }>;

/** The values of a filter by name. */
export type FilterValues = Readonly<Record<string, string>>;

/** Reports changed values; `isTyped` tells typing from a selection. */
export type FilterChange = (changes: FilterValues, how: { isTyped: boolean }) => void;

/** The names of a field's values. */
const namesOf = (field: FilterField): string[] => (field.kind === 'dates' ? [field.name, field.to] : [field.name]);

/** The number of fields with a value. */
export const countSet = (fields: readonly FilterField[], values: FilterValues): number =>
  fields.filter((field) => namesOf(field).some((name) => (values[name] ?? '') !== '')).length;
