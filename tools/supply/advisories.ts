/** A package with known faults, as `npm audit` names it. */
interface AuditedPackage {
  readonly name: string;
  readonly severity: string;
  readonly range: string;
  readonly via: readonly (string | { readonly title: string; readonly url: string; readonly severity: string })[];
}

/** The advisories of one day; where the registry did not answer, why. */
export interface Advisories {
  readonly at: string;
  readonly answered: boolean;
  readonly reason?: string;
  readonly packages: readonly {
    readonly name: string;
    readonly severity: string;
    readonly range: string;
    readonly advisories: readonly { readonly title: string; readonly url: string }[];
  }[];
}

const isAudited = (value: unknown): value is AuditedPackage =>
  typeof value === 'object' && value !== null && 'via' in value && Array.isArray(value.via);

/** Reads what `npm audit --json` printed; text that is no report means that nobody answered. */
export const readAdvisories = (printed: string, at: Date): Advisories => {
  const nobody = (reason: string): Advisories => ({ at: at.toISOString(), answered: false, reason, packages: [] });
  let report: unknown;
  try {
    report = JSON.parse(printed);
  } catch {
    return nobody('npm audit printed no report');
  }
  if (typeof report !== 'object' || report === null || !('vulnerabilities' in report)) {
    const message = Object(report).message ?? Object(Object(report).error).summary;
    return nobody(typeof message === 'string' && message !== '' ? message : 'the registry gave no advisories');
  }
  const packages = Object.values(Object(report.vulnerabilities))
    .filter(isAudited)
    .map(({ name, severity, range, via }) => ({
      name,
      severity,
      range,
      advisories: via.flatMap((one) => (typeof one === 'string' ? [] : [{ title: one.title, url: one.url }])),
    }));
  return { at: at.toISOString(), answered: true, packages };
};
