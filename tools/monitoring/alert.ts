/** An alert, from which the rules, the page of what to do and the tests are made. @source running 6.1 */
export interface Alert {
  readonly name: `Ronghui${string}`;
  /** A cause is a fault itself; a symptom is what a fault does to callers, and is silent where a cause explains it. */
  readonly kind: 'cause' | 'symptom';
  /** Which symptom this cause explains. */
  readonly explains?: 'calls' | 'sending';
  /** `critical` calls somebody at night, `warning` waits for the morning. */
  readonly severity: 'critical' | 'warning';
  readonly expr: string;
  /** How long it holds before it is raised. @unit seconds */
  readonly forSec: number;
  /** How long its own window takes to show the fault. @unit seconds */
  readonly windowSec?: number;
  /** For who gets the message. */
  readonly summary: string;
  readonly description: string;
  /** For docs/operations.md: what it means, and what to do. */
  readonly means: string;
  readonly doThis: string;
}

/** A cause that is raised at the same node, or was within ten minutes: rates look back as long. Where no node is left in the list of targets it has no node. */
const unlessExplained = (what: NonNullable<Alert['explains']>): string => {
  const raised = (labels: string) => `max_over_time(ALERTS{alertstate="firing",explains="${what}"${labels}}[10m])`;
  return `unless on (job, instance) ${raised('')} unless on (job) ${raised(',instance=""')}`;
};

/** What staff have set for a while: writes are refused, and messages wait. */
const plannedOf = { calls: 'ronghui_read_only|ronghui_sms_stopped', sending: 'ronghui_sms_stopped' } as const;

/** A symptom that no raised cause explains, and no maintenance. */
export const unexplained = (what: NonNullable<Alert['explains']>, expr: string): string =>
  `(${expr}) ${unlessExplained(what)} unless on (job, instance) {__name__=~"${plannedOf[what]}"} == 1`;

/** The anchor of an alert: `RonghuiNodeDown` → `ronghui-node-down`. */
export const anchorOf = ({ name }: Pick<Alert, 'name'>): string =>
  name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();
