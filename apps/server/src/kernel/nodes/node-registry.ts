import type { Database } from '#kernel/database/db';
import { oldestServed, tooOldSentence } from '#kernel/database/migrating/schema-migration';
import type { NodeMark } from '#kernel/jobs/node-mark';
import { differing } from '#kernel/nodes/equal-settings';
import {
  beatNode,
  type EnteringNode,
  enterNode,
  listLivingNodes,
  listServedFrom,
  lockNodes,
  removeNode,
} from '#kernel/nodes/node.sql';
import type { Log } from '#kernel/ports';
import { StartRefused } from '#kernel/setup/start-refused';
import { isAtLeast } from '#kernel/setup/version';

/** A process among the nodes of its installation. */
export interface NodeRegistry {
  /** Where it listens, once it does. */
  listensAt(address: string): void;
  /**
   * Undefined where the node has beaten lately. Otherwise it was stopped, as by SIGSTOP or a suspended machine, and may have been declared gone
   * meanwhile: false where it may not serve. What cannot be asked is no reason not to serve.
   */
  awaken(): Promise<boolean> | undefined;
  /** Beats now, so that others see what it has read. Never rejects. */
  beat(): Promise<boolean>;
  /** Removes it from the nodes. */
  leave(): Promise<void>;
}

/** What the registry needs. */
export interface NodeRegistryDeps {
  readonly database: Database;
  readonly log: Log;
  readonly mark: NodeMark;
  readonly version: string;
  readonly address: string;
  readonly settings: Readonly<Record<string, string>>;
  /** The data keys that it has read. */
  generations?(this: void): readonly string[];
  /** The node was declared gone, or the schema serves later versions only: it must end. */
  onGone(this: void): void;
  /** Monotonic, since the machine's clock may be set. @unit ms */
  nowMs?(this: void): number;
  /** Between two beats. @unit ms */
  readonly everyMs?: number;
}

const beatMs = 5000;
/** Without a beat for so long the process did not run. @unit ms @source running 1.6 */
const stoppedMs = 20_000;
/** As long as a call waits for the beat of a node that was stopped. @unit ms */
const awakenMs = 2000;

const refuseDifferent = (
  own: Pick<EnteringNode, 'mark' | 'settings'>,
  others: Awaited<ReturnType<typeof listLivingNodes>>,
): void => {
  for (const { nodeId, address, settings } of others) {
    const names = nodeId === own.mark.id ? [] : differing(own.settings, settings);
    if (names.length > 0)
      throw new StartRefused(`与运行中的节点 ${address} 的设置不同：${names.join('、')}。所有节点的这些设置应当相同。`);
  }
};

/** Why a version may not work on the schema; null where it may. */
const tooOldFor = (version: string, servedFrom: readonly string[]): string | null => {
  const oldest = oldestServed(servedFrom);
  return oldest === null || isAtLeast(version, oldest) ? null : tooOldSentence(version, oldest);
};

/**
 * Enters a process among the nodes and beats for it.
 *
 * @throws StartRefused where a setting that has to be equal differs from that of a node that lives, and where the schema serves later versions only
 * @source running 1.6, 1.7, 4.1
 */
export const openNodeRegistry = async ({
  database,
  log,
  onGone,
  nowMs = () => performance.now(),
  everyMs = beatMs,
  generations = () => [],
  ...own
}: NodeRegistryDeps): Promise<NodeRegistry> => {
  let { address } = own;
  const present = (): EnteringNode => ({ ...own, address, generations: generations() });
  await database.transact('service', async (tx) => {
    await lockNodes(tx);
    const tooOld = tooOldFor(own.version, await listServedFrom(tx));
    if (tooOld !== null) throw new StartRefused(tooOld);
    refuseDifferent(own, await listLivingNodes(tx));
    await enterNode(tx, present());
  });
  let triedAtMs = nowMs();
  let beating: Promise<boolean> | null = null;
  let isGone = false;
  const beatOnce = async (): Promise<boolean> => {
    triedAtMs = nowMs();
    const { isEntered, gone, servedFrom } = await beatNode(database.reading('service'), present());
    for (const nodeId of gone) log.warn({ event: 'nodeGone', node: nodeId });
    const tooOld = tooOldFor(own.version, servedFrom);
    if ((!isEntered || tooOld !== null) && !isGone) {
      isGone = true;
      log.error(tooOld === null ? { event: 'declaredGone' } : { event: 'versionTooOld', reason: tooOld });
      onGone();
    }
    return isEntered && tooOld === null;
  };
  const beat = (): Promise<boolean> => {
    beating ??= beatOnce()
      // A database that is away says nothing of this node.
      .catch(() => !isGone)
      .finally(() => {
        beating = null;
      });
    return beating;
  };
  const timer = setInterval(() => void beat(), everyMs).unref();
  return {
    listensAt(where) {
      address = where;
      void beat();
    },
    // One that is under way may have left without what is new.
    beat: async () => {
      await beating;
      return beat();
    },
    awaken() {
      if (isGone) return Promise.resolve(false);
      if (nowMs() - triedAtMs < stoppedMs) return undefined;
      const late = new Promise<boolean>((resolve) => {
        setTimeout(resolve, awakenMs, true).unref();
      });
      return Promise.race([beat(), late]);
    },
    async leave() {
      clearInterval(timer);
      await beating;
      await removeNode(database.reading('service'), own.mark).catch(() => undefined);
    },
  };
};
