/** What a caller tries once a second. */
export const probes = ['start', 'read', 'purchase', 'code', 'upload', 'page'] as const;
export type Probe = (typeof probes)[number];

/** How probes are named in the table. */
export const probeNames: Readonly<Record<Probe, string>> = {
  start: 'the first call',
  read: 'a list',
  purchase: 'a purchase',
  code: 'a code by SMS',
  upload: 'an upload',
  page: 'a page',
};

/** The status of an answer with its code, such as `503 OPSB0002`. */
export type Answer = string;
