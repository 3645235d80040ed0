/** A field of a row, which is a text. */
export interface Field {
  /** On the wire. */
  readonly name: string;
  /** On the screen. */
  readonly label: string;
  /** The longest text. @unit characters */
  readonly max: number;
}

/** A state of a row, with its label and the colour of its tag. */
export interface Status {
  readonly word: string;
  readonly label: string;
  readonly tone: 'neutral' | 'info' | 'ok' | 'warn' | 'bad';
}

/** The write of a noun: it moves one row from a state to another. */
export interface Write {
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
  /** The first is that of a new row. */
  readonly statuses: readonly [Status, Status, ...Status[]];
  readonly write: Write;
  /** The field that a list is searched by. */
  readonly search: string;
  /** The clause of the requirements that the noun belongs to, and that of its states. */
  readonly clause: string;
  readonly stateClause: string;
}
