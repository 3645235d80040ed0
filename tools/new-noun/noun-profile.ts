/** A field of a row: how the wire, the table and the screen have it. */
export interface Field {
  /** On the wire. */
  readonly name: string;
  /** `fenOrNull` is an amount that may be missing; `word` is one of several fixed words. */
  readonly kind: 'text' | 'id' | 'fen' | 'fenOrNull' | 'word';
  /** On the screen. */
  readonly label: string;
  /** The longest text. */
  readonly max?: number;
  /** The words of a `word` with their labels. */
  readonly words?: Readonly<Record<string, string>>;
}

/** A state of a row, with its label and the colour of its tag. */
export interface Status {
  readonly word: string;
  readonly label: string;
  readonly tone: 'neutral' | 'info' | 'ok' | 'warn' | 'bad';
}

/**
 * The write of a noun. `step` moves one row, `batch` moves several rows and answers each one's outcome, `apply` makes a row.
 */
export interface Write {
  readonly kind: 'step' | 'batch' | 'apply';
  /** The verb of the operation: `withdraw`. */
  readonly verb: string;
  /** Begins the names of its functions: `confirm` of `confirmBill`. */
  readonly act: string;
  readonly from: readonly string[];
  readonly to: string;
  /** The auth key that it needs. */
  readonly key: string;
  /** On its button, with what it acts on. */
  readonly label: string;
}

/** What a noun is made of beyond its name. */
export interface NounProfile {
  /** In comments: singular and plural. */
  readonly thing: string;
  readonly things: string;
  /** On the screen: what a row is, and what follows the number of rows. */
  readonly label: string;
  readonly unit: string;
  /** The field that names a row, and its label. */
  readonly rowNo: string;
  readonly rowNoLabel: string;
  /** The verb that answers one row. */
  readonly detail: 'detail' | 'get';
  readonly fields: readonly Field[];
  /** None for rows that have no states. */
  readonly statuses: readonly Status[];
  readonly write?: Write;
  /** The field that a list is searched by. */
  readonly search?: string;
  /** The list also takes a cursor (contract 4). */
  readonly cursor: boolean;
  /** The wire has the time of creation. */
  readonly created: boolean;
  /** The clause of the requirements that the noun belongs to, and that of its states. */
  readonly clause: string;
  readonly stateClause: string;
}
