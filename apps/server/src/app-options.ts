import type { ConsoleBuild } from '#adapters/console-build';
import type { PortalBuild } from '#adapters/portal-build';
import type { StreamTimes } from '#features/chat/stream/stream-times';
import type { TakePlanned } from '#kernel/backup/backup-job';
import type { AdmissionSize } from '#kernel/calls/admission/admission';
import type { AnyHandler } from '#kernel/calls/call';
import type { createRegistry } from '#kernel/calls/registry';
import type { Database } from '#kernel/database/db';
import type { Replica } from '#kernel/database/replica/replica';
import type { createShedding } from '#kernel/http/shedding';
import type { NodeMark } from '#kernel/jobs/node-mark';
import type { SentJob } from '#kernel/jobs/sent-job';
import type { NodeRegistry } from '#kernel/nodes/node-registry';
import type { NodePhase } from '#kernel/observe/node-phase';
import type { FastState, Files, Log } from '#kernel/ports';
import type { HashCost } from '#kernel/secrets/hashing';
import type { Secrets } from '#kernel/secrets/secrets';
import type { ServedPair } from '#kernel/secrets/tls-renewal';
import type { MovableClock } from '#kernel/setup/clock';
import type { Config } from '#kernel/setup/config';

/** The dependencies of the application. */
export interface AppOptions {
  readonly config: Config;
  readonly database: Database;
  /** The replica that takes exports and statistics; absent where there is none. */
  readonly replica?: Replica;
  /** For the connection that listens for notifications; the same database. */
  readonly databaseUrl: string;
  readonly secrets: Secrets;
  readonly clock: MovableClock;
  readonly log: Log;
  /** Thresholds of load shedding; tests raise them, because a test machine may be busier than a server. */
  readonly shedding?: Parameters<typeof createShedding>[0];
  /** Capacity of decrypting sealed fields: how many at once, how many waiting. */
  readonly unsealing?: AdmissionSize;
  /** What the hash of a password costs; default is the product's, tests take the least. */
  readonly hashCost?: HashCost;
  /** Deadline for a complete form body; tests set a shorter one. @unit ms */
  readonly bodyDeadlineMs?: number;
  /** The store of files; default is the configured one. */
  readonly files?: Files;
  /** The shared state; default is the configured one. */
  readonly fast?: FastState;
  /** How long a carrier of SMS may take to answer; tests set less. @unit ms */
  readonly answerWithinMs?: number;
  /** The built portal; null where there is none. */
  readonly portal: PortalBuild | null;
  /** The built console; null where there is none. */
  readonly console: ConsoleBuild | null;
  /** Additional operations and handlers, for tests. */
  readonly extra?: {
    readonly operations: Parameters<typeof createRegistry>[0];
    readonly handlers: Record<string, AnyHandler>;
  };
  /** Which process this is; default is one that shares its node with no other. */
  readonly node?: NodeMark;
  /** Its place among the nodes; absent of an application that is entered nowhere, as tests build it. */
  readonly nodes?: Pick<NodeRegistry, 'awaken'>;
  /** How the planned backup is taken; default is by a process of its own. */
  readonly takeBackup?: TakePlanned;
  /** What the start and the end of the process say of it; default is a node that serves. */
  readonly phase?: NodePhase;
  /** The certificate that is served; absent where a proxy has it. */
  readonly served?: ServedPair;
  /** When streams do what they do by themselves; tests set less. */
  readonly streams?: Partial<StreamTimes>;
  /** Jobs that are sent, besides the product's. */
  readonly extraJobs?: readonly SentJob[];
}
