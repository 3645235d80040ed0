/** Ids that the reply repeats. */
const repeated: readonly string[] = [
  // A batch answers the outcome of each row beside its id.
  'bill.batchConfirm bills.0.billNo',
  'bill.approve bills.0.billNo',
  'bill.rejectApproval bills.0.billNo',
  // A file names its filter.
  'loanConsult.download projectId',
  'loanConsult.download productId',
  'loanConsult.download stageId',
  'loanConsult.download orgId',
];
/** What a reply says besides: its moment, and the names of stages and organisations, which every tenant reads. */
const besides: readonly (readonly [ids: RegExp, words: RegExp])[] = [
  [/^loanConsult\.download /, /数据时间,[^\\]*/],
  [/^loanConsult\.download (?:stageId|orgId)$/, /筛选条件,[^\\]*/],
];
/** An answer without the id that was asked for, where the reply repeats it, and without what it says besides. */
export const withoutAsked = (name: string, value: string, answer: unknown): unknown => {
  if (!repeated.includes(name)) return answer;
  const text = JSON.stringify(answer).replaceAll(value, '');
  return JSON.parse(besides.reduce((rest, [ids, words]) => (ids.test(name) ? rest.replace(words, '') : rest), text));
};
