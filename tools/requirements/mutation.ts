/** One deliberate break of the code behind a clause, and the test that must notice it. */
export interface Mutation {
  readonly clause: string;
  /** What is broken, as the table of `docs/testing.md` says it. */
  readonly breaks: string;
  readonly file: string;
  /** Stands exactly once in the file. */
  readonly from: string;
  readonly to: string;
  /** The file of the test that fails. */
  readonly test: string;
  /** Its title, as the runner prints it. */
  readonly fails: string;
}
