import type { Output } from '@ronghui/contract';
import type { DifferenceRule, ReconSettings } from '@ronghui/domain/recon';

/** What a run compares. */
export interface MatchedRun {
  readonly tenantId: string;
  readonly runId: string;
  readonly runNo: number;
  readonly stageId: string;
  readonly side: 'fee' | 'basis';
  readonly direction: 'payable' | 'receivable';
  readonly settings: ReconSettings;
  /** The tenant's rules as they were when the run was started. */
  readonly rules: readonly DifferenceRule[];
  /** The number of the run that it is compared with. */
  readonly comparedRunNo: number | null;
}

/** A run whose lines of the stage are drawn, and of which bills they are. */
export interface DrawnRun extends MatchedRun {
  readonly madeOf: NonNullable<Output<'recon.get'>['madeOf']>;
}

/** What came of the matching. */
export interface Matched extends Pick<DrawnRun, 'madeOf'> {
  /** The number of the next item. */
  readonly nextItemNo: number;
  /** Against the run that it is compared with; null without one. */
  readonly changes: Output<'recon.changes'>['changes'] | null;
  /** What people decided in that run, as far as it holds on; null without one. */
  readonly carried: NonNullable<Output<'recon.changes'>['carried']> | null;
}
