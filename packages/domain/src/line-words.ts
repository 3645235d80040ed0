/** What facts of a line are called in files: of loans, and of everything else. @source billing.md, lines; R10.5 */
export interface LineWords {
  /** Its reference, whatever the product. */
  readonly reference: string;
  readonly person: string;
  /** The amount that its fee is reckoned from. */
  readonly basis: string;
}

/** The words of files all of whose lines are loans, or of others. */
export const lineWords = (isLoan: boolean): LineWords => ({
  reference: '业务编号',
  person: isLoan ? '借款人' : '客户',
  basis: isLoan ? '借款金额' : '计费金额',
});

/** What the list of lines is called for somebody who has loans, or none. */
export const lineListName = (hasLoans: boolean): string => (hasLoans ? '贷款咨询明细' : '业务明细');
