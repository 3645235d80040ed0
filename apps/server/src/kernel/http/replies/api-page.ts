import { catalogue, codesOf, type ErrCode, type OperationSpec } from '@ronghui/contract';
import { escapeHtml, plainPage } from '#kernel/http/replies/plain-page';

const who: Readonly<Record<OperationSpec['who'], string>> = { visitor: '访客', merchant: '商户用户', ops: '运营人员' };

interface Row {
  readonly name: string;
  readonly shape: string;
  readonly note: string;
}

/** Converts a schema to plain JSON Schema. */
type Bounds = Readonly<Record<string, unknown>>;
const boundsOf = (schema: object): Bounds => ({ ...schema });

/** Errors that every operation may answer besides its own. */
const systemCodes: readonly ErrCode[] = [
  ...(['RHSY400', 'RHSY401', 'RHSY403', 'RHSY422', 'RHSY429', 'RHSY500', 'UMDP00001', 'OPSB0001', 'OPSB0002'] as const),
];

const range = (schema: Bounds, low: string, high: string): string => {
  const boundOf = (name: string): number | null => (typeof schema[name] === 'number' ? schema[name] : null);
  const [min, max] = [boundOf(low), boundOf(high)];
  if (max === null) return min === null ? '' : ` ≥ ${min}`;
  return min === null || min === Number.MIN_SAFE_INTEGER ? ` ≤ ${max}` : ` ${min}–${max}`;
};

const shapeOf = (schema: Bounds): string => {
  if ('x-sealed' in schema) return '密文（RSA-OAEP，base64）';
  if ('x-file' in schema) return '文件';
  if (Array.isArray(schema['enum'])) return schema['enum'].map((word) => `'${String(word)}'`).join(' | ');
  if ('const' in schema) return `'${String(schema['const'])}'`;
  if (Array.isArray(schema['anyOf']))
    return [...new Set(schema['anyOf'].map((one: Bounds) => shapeOf(one)))].join(' 或 ');
  switch (schema['type']) {
    case 'string':
      return `文本${range(schema, 'minLength', 'maxLength')}${'x-id' in schema ? '（编号）' : ''}`;
    case 'integer':
      return `整数${schema['maximum'] === Number.MAX_SAFE_INTEGER ? '' : range(schema, 'minimum', 'maximum')}`;
    case 'boolean':
      return 'true | false';
    case 'null':
      return 'null';
    case 'array':
      return `列表${range(schema, 'minItems', 'maxItems')}`;
    default:
      return '对象';
  }
};

const childrenOf = (schema: Bounds): Record<string, Bounds> => {
  if ('properties' in schema) return schema['properties'] as Record<string, Bounds>;
  if ('items' in schema) return childrenOf(schema['items'] as Bounds);
  if (Array.isArray(schema['anyOf'])) {
    const objects = schema['anyOf'].filter((one: Bounds) => 'properties' in one);
    return objects.length === 1 ? childrenOf(objects[0]) : {};
  }
  return {};
};

const maxDepth = 4;

const rowsOf = (schema: Bounds, prefix = '', depth = 0): Row[] => {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'].map(String) : []);
  return Object.entries(childrenOf(schema)).flatMap(([name, child]) => {
    const isList = 'items' in child;
    const path = `${prefix}${name}${isList ? '[]' : ''}`;
    const own = 'properties' in schema && !required.has(name) ? '可选' : '';
    const inner = depth < maxDepth ? rowsOf(child, `${path}.`, depth + 1) : [];
    return [{ name: path, shape: shapeOf(child), note: own }, ...inner];
  });
};

const table = (title: string, schema: Bounds): string => {
  const rows = rowsOf(schema);
  if (rows.length === 0) return `<h3>${title}</h3><p class="soft">${'x-file' in schema ? '文件' : '无字段'}</p>`;
  const lines = rows.map(
    ({ name, shape, note }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(shape)}</td><td>${note}</td></tr>`,
  );
  const head = '<tr><th scope="col">字段</th><th scope="col">取值</th><th scope="col">说明</th></tr>';
  return `<h3>${title}</h3><table><thead>${head}</thead><tbody>${lines.join('')}</tbody></table>`;
};

const errorsOf = (spec: OperationSpec): string => {
  const codes = [...new Set([...codesOf(spec), ...systemCodes])];
  const lines = codes.map((code) => {
    const { status, message } = catalogue[code];
    return `<tr><td><code>${code}</code></td><td>${status}</td><td>${escapeHtml(message)}</td></tr>`;
  });
  const head = '<tr><th scope="col">错误码</th><th scope="col">状态</th><th scope="col">提示</th></tr>';
  return `<h3>错误</h3><table><thead>${head}</thead><tbody>${lines.join('')}</tbody></table>`;
};

const tagsOf = (spec: OperationSpec): string =>
  [who[spec.who], ...(spec.idempotent === true ? ['幂等'] : []), ...(spec.keys ?? [])]
    .map((tag) => `<span class="tag">${escapeHtml(tag)}</span>`)
    .join(' ');

const operationOf = (id: string, spec: OperationSpec): string =>
  `<details id="${id}"><summary><strong><code>${id}</code></strong><span>${escapeHtml(spec.summary)}</span>${tagsOf(spec)}</summary>` +
  `<div><p class="soft">POST <code>${spec.path}</code> · 网关 <code>/ops?operationId=${id}</code></p>` +
  `${table('请求 data', boundsOf(spec.request))}${table('返回 data', boundsOf(spec.reply))}${errorsOf(spec)}</div></details>`;

/** The page that documents the operations (R7.5): no script, one section per noun. */
export const apiPage = (nouns: Readonly<Record<string, Readonly<Record<string, OperationSpec>>>>): string => {
  const sections = Object.entries(nouns).map(([noun, operations]) => {
    const list = Object.entries(operations).map(([id, spec]) => operationOf(id, spec));
    return `<section><h2 id="${noun}">${noun}</h2>${list.join('')}</section>`;
  });
  const links = Object.keys(nouns).map((noun) => `<li><a href="#${noun}">${noun}</a></li>`);
  return plainPage(
    '接口文档 - 融惠',
    `<h1>接口文档</h1>
<p>所有操作均为 POST，请求体为 <code>application/x-www-form-urlencoded; charset=UTF-8</code>，字段 <code>channel=OAPP</code>、<code>keyId</code>、<code>timestamp</code>、<code>nonce</code>、<code>data</code>（JSON 文本）、<code>sign</code>。</p>
<p><code>sign</code> = base64url(HMAC-SHA256(密钥, <code>{operationId}\\n{timestamp}\\n{nonce}\\n{data 的 SHA-256 小写十六进制}</code>))；直接调用路径时，以路径代替 operationId。密钥由启动调用 <code>sys.commonConfig</code> 给出，与会话 Cookie 绑定。</p>
<p class="soft">机器可读：<a href="/openapi.json">openapi.json</a> · <a href="/operations.json">operations.json</a> · <a href="/limits.json">limits.json</a></p>
<nav aria-label="目录"><ul>${links.join('')}</ul></nav>${sections.join('')}`,
  );
};
