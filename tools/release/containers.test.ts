import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { parseKey } from '../../apps/server/src/kernel/secrets/key-files.ts';
import { variables } from '../../apps/server/src/kernel/setup/variables.ts';
import { root } from '../launch/paths.mjs';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const { version }: { version: string } = JSON.parse(read('package.json'));
const folder = mkdtempSync(join(tmpdir(), 'ronghui-containers-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Service {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
  readonly volumes: readonly string[];
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly stop_grace_period: string;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly volumes: Readonly<Record<string, null>>;
}
const compose: Compose = parse(read('compose.yaml'), { merge: true });
const nodes = Object.entries(compose.services).filter(([name]) => /^node\d$/.test(name));
const manifests = parseAllDocuments(read('deploy/kubernetes/ronghui.yaml')).map((document) => document.toJS());
const manifestOf = (kind: string) => manifests.find((manifest) => manifest.kind === kind);
const dockerfile = read('Dockerfile');

/** What a program would not know: a name that stands in no table, or a secret's file of what is none. */
const unknownOf = (settings: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(settings).filter((name) => {
    const ofFile = /^(.+)_FILE$/.exec(name)?.[1];
    return variables[name] === undefined && (ofFile === undefined || variables[ofFile]?.secret !== true);
  });

describe('running 5.2 what is handed to containers is what the program takes', () => {
  it('running 5.2 every setting of compose and of the manifests is one of the program, and none that is unknown passes', () => {
    const example = Object.fromEntries(
      read('deploy/compose/settings.env.example')
        .split('\n')
        .filter((line) => /^[A-Z]/.test(line))
        .map((line) => line.split(/=(.*)/)),
    );
    for (const settings of [...nodes.map(([, { environment }]) => environment), manifestOf('ConfigMap').data, example])
      expect(unknownOf(settings)).toEqual([]);
    expect(unknownOf({ DATABASE_URI: 'x', PORT_FILE: 'x', REDIS_URL_FILE: 'x' })).toEqual([
      'DATABASE_URI',
      'PORT_FILE',
    ]);
  });

  it('running 5.2 files of secrets are those that a container is given, and the secrets of the manifests stand in one folder', () => {
    for (const { environment, secrets } of nodes.map(([, node]) => node))
      for (const path of Object.values(environment).filter((value) => value.startsWith('/run/secrets/')))
        expect(secrets).toContain(path.slice('/run/secrets/'.length));
    const { volumeMounts } = manifestOf('StatefulSet').spec.template.spec.containers[0];
    const paths = Object.entries<string>(manifestOf('ConfigMap').data).filter(([name]) => name.endsWith('_FILE'));
    for (const [, path] of paths) expect(path).toMatch(/^\/run\/secrets\/ronghui\/[a-z0-9-]+$/);
    expect(volumeMounts).toContainEqual({ name: 'secrets', mountPath: '/run/secrets/ronghui', readOnly: true });
  });

  it('running 5.2 make-secrets.sh writes what compose names, with keys that the program takes, and changes nothing at a second run', () => {
    const makeSecrets = () => execFileSync('sh', [join(root, 'deploy/compose/make-secrets.sh'), join(folder, 'made')]);
    const found = () =>
      Object.fromEntries(
        readdirSync(join(folder, 'made')).map((name) => [name, readFileSync(join(folder, 'made', name), 'utf8')]),
      );
    makeSecrets();
    const first = found();
    const named = Object.values(compose.secrets).map(({ file }) => file.slice('./secrets/'.length));
    expect(Object.keys(first).sort()).toEqual(named.sort());
    for (const name of ['master-key', 'pepper-key']) expect(parseKey(first[name] ?? '', name)).toHaveLength(32);
    expect(first['master-key']).not.toBe(first['pepper-key']);
    expect(new URL(first['database-url'] ?? '').password).toBe(first['database-password']);
    expect(new URL(first['redis-url'] ?? '').password).toBe(first['redis-password']);
    expect(first['haproxy.pem']).toMatch(/BEGIN CERTIFICATE[\s\S]+BEGIN PRIVATE KEY/);
    expect(statSync(join(folder, 'made')).mode & 0o777).toBe(0o700);
    makeSecrets();
    expect(found()).toEqual(first);
  });
});

describe('running 5.2 containers may do what they need and no more', () => {
  it('running 5.2 nodes have a read-only root and no capabilities, folders of their own and one of all, and nothing of theirs is open to the world', () => {
    expect(nodes).toHaveLength(2);
    for (const [name, node] of nodes) {
      expect(node).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
      expect(node.ports).toBeUndefined();
      expect(node.volumes).toEqual([`${name}:/var/lib/ronghui-data`, 'files:/var/lib/ronghui-files']);
    }
    expect(Object.keys(compose.volumes)).toEqual(['node1', 'node2', 'files', 'database']);
    for (const name of ['database', 'state']) {
      expect(compose.services[name]?.networks).toEqual(['inside']);
      expect(compose.services[name]?.ports).toBeUndefined();
    }
  });

  it('running 5.2 the manifests run as an ordinary user with a read-only root, and wait for the drain', () => {
    const { spec } = manifestOf('StatefulSet').spec.template;
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 });
    expect(spec.containers[0].securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(spec.containers[0].readinessProbe.httpGet.path).toBe('/readyz?only=node');
    expect(spec.terminationGracePeriodSeconds).toBeGreaterThan(10 + 10);
    for (const [, { stop_grace_period: grace }] of nodes) expect(Number.parseInt(grace, 10)).toBeGreaterThan(10 + 10);
  });

  it('running 5.2 the image is this version, runs as that user, asks the node alone for its health, and carries no tools of the build', () => {
    for (const [, { image }] of nodes) expect(image).toBe(`ronghui:${version}`);
    expect(manifestOf('StatefulSet').spec.template.spec.containers[0].image).toMatch(
      new RegExp(`/ronghui:${version}$`),
    );
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
    expect(last).toContain('USER 10001:10001');
    expect(last).toContain('/readyz?only=node');
    expect(last).not.toMatch(/apt-get|npm|git/);
    expect([...last.matchAll(/^COPY (.*)$/gm)].map(([, what]) => what)).toEqual(['--from=build /program /opt/ronghui']);
  });

  it('running 5.3 the balancer of compose passes what the example of haproxy passes', () => {
    const portalOf = (path: string): string[] => {
      const [, block = ''] = /frontend portal\n([\s\S]*?)\n\n/.exec(read(path)) ?? [];
      return block.split('\n').filter((line) => /^ {2}http-re/.test(line));
    };
    const lines = portalOf('deploy/compose/haproxy.cfg');
    expect(lines).toEqual(portalOf('deploy/proxy/haproxy.cfg'));
    expect(lines).toHaveLength(7);
  });
});
