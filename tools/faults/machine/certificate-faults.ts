import type { Fault } from './fault.ts';
import { makePair } from './tls.ts';

/** Faults of a server that speaks TLS itself. */
export const certificateFaults: readonly Fault[] = [
  {
    name: 'Certificate about to end',
    made: 'the pair of `TLS_CERT` and `TLS_KEY` is replaced by one of ten days',
    begin: ({ folder }) => makePair(folder, 10),
    end: ({ folder }) => makePair(folder, 90),
    answers: {},
    shown: /^ronghui_certificate_seconds (?:[0-8]\d{5}|\d{1,5})(?:\.\d{1,20})?$/m,
    alert: 'RonghuiCertificateEnds',
    scale: 60,
  },
];
