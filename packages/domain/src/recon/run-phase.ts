/** The phases of a run in their order, each with its name and where its share of the progress begins. @unit per cent @source R13.4 */
export const reconPhases = {
  load: { name: '取平台账', from: 0 },
  read: { name: '读取商户账', from: 10 },
  reference: { name: '按业务编号', from: 50 },
  amount: { name: '按金额与日期', from: 65 },
  group: { name: '按多笔合计', from: 80 },
  total: { name: '汇总', from: 90 },
} as const;
export type ReconPhase = keyof typeof reconPhases;

/** The place of the phase that a progress is in. @unit per cent */
export const phaseAt = (done: number): number => Object.values(reconPhases).findLastIndex(({ from }) => done >= from);
