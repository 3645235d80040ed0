import { Duplex } from 'node:stream';
import pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Flight } from '#kernel/database/flight';
import type { Statement } from '#kernel/database/statement';
import '#kernel/database/connection';

afterEach(() => void vi.unstubAllEnvs());

/** A connection that records the bytes written to it. */
const recordingConnection = () => {
  const chunks: Buffer[] = [];
  const stream = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  const connection = new pg.Connection({ stream: () => stream });
  return { connection, written: () => Buffer.concat(chunks.splice(0)).toString('latin1') };
};

const bytesOfPg = ({ name, text, values }: Statement): string => {
  const { connection, written } = recordingConnection();
  new pg.Query({ text, values: [...values], ...(name === undefined ? {} : { name }) }).submit(connection);
  return written();
};
const bytesOfFlight = (statement: Statement, tenantId?: string): string => {
  const { connection, written } = recordingConnection();
  new Flight(statement, tenantId).submit(connection);
  return written();
};

const buffer = Buffer.from([0, 1, 0x5c, 0x22, 255]);
const bytes = new Uint8Array(buffer);
const toPostgres = (value: unknown) => ({ toPostgres: () => value });

/** Every kind of parameter. */
const values: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['undefined', undefined],
  ['true', true],
  ['false', false],
  ['zero', 0],
  ['minus zero', -0],
  ['a fraction', 0.1 + 0.2],
  ['a great number', 1e21],
  ['a small number', 5e-324],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
  ['NaN', NaN],
  ['a bigint', 9_223_372_036_854_775_807n],
  ['an empty string', ''],
  ['Chinese and an emoji', '文 🙂'],
  ['quotes and backslashes', `' " \\ \\\\ {,}`],
  ['a string with NUL', 'a\0b'],
  ['half a surrogate pair', '\ud83d'],
  ['a string object', new String('text')],
  ['a Date', new Date('2026-11-20T01:02:03.004Z')],
  ['a Date at a leap second of a zone', new Date('1900-01-01T00:00:00Z')],
  ['a Date before Christ', new Date('-000043-03-15T00:00:00Z')],
  ['a Date after the year 9999', new Date('+012026-01-01T00:00:00Z')],
  ['a Buffer', buffer],
  ['an empty Buffer', Buffer.alloc(0)],
  ['a Uint8Array', bytes],
  ['a subarray', bytes.subarray(1, 3)],
  ['a subarray of a Buffer', buffer.subarray(2)],
  ['a Uint16Array', new Uint16Array([1, 65_535])],
  ['a Float64Array in the middle of its buffer', new Float64Array([1, 2, 3]).subarray(1, 2)],
  ['a DataView', new DataView(bytes.buffer, 1, 2)],
  ['an ArrayBuffer', bytes.buffer],
  ['an empty array', []],
  ['an array with null and undefined', [null, 'null', undefined, 'NULL', '']],
  ['an array of quotes and backslashes', ['"', '\\', '\\"', '{}', ',', ' ']],
  ['an array of numbers', [1, -1.5, 10n, Infinity, NaN]],
  ['an array of booleans', [true, false]],
  ['an array of Dates', [new Date('2026-11-20T01:02:03.004Z')]],
  ['an array of objects', [{ a: '"\\' }, {}]],
  ['an array of Buffers and views', [buffer, bytes, bytes.subarray(1, 3), new DataView(bytes.buffer, 1, 2)]],
  ['nested arrays', [['a', 'b"'], ['\\', null], []]],
  ['nested arrays of Buffers', [[[buffer]]]],
  ['an array with a hole', Object.assign(['a'], { length: 3 })],
  ['an object', { a: [1, { b: '文 "\\' }], c: null, d: undefined, e: new Date(0) }],
  ['an object without a prototype', Object.assign(Object.create(null), { a: 1 })],
  ['an object with toJSON', { toJSON: () => ({ a: 1 }) }],
  ['a Map', new Map([['a', 1]])],
  ['an object with toPostgres', toPostgres('text')],
  ['toPostgres to a Buffer', toPostgres(buffer)],
  ['toPostgres to an array', toPostgres([1, null, toPostgres('a')])],
  ['toPostgres in an array', [toPostgres('a"b'), toPostgres(1)]],
  ['a function', Math.max],
  ['a symbol', Symbol('a')],
];

describe('R4.12 a flight writes the bytes that pg writes', () => {
  describe.each(['UTC', 'Asia/Shanghai', 'America/St_Johns', 'Pacific/Chatham'])('in the zone %s', (zone) => {
    test.each(values)('R4.12 for %s', (_label, value) => {
      vi.stubEnv('TZ', zone);
      const statement = { name: 'one', text: 'select $1', values: [value] };
      expect(bytesOfFlight(statement)).toBe(bytesOfPg(statement));
      const unnamed = { text: 'select $1, $2', values: [value, 'after'] };
      expect(bytesOfFlight(unnamed)).toBe(bytesOfPg(unnamed));
    });
  });

  test('R4.12 with no parameters, and with many', () => {
    for (const count of [0, 1, 300]) {
      const statement = { name: 'many', text: 'select 1', values: Array.from({ length: count }, (_, at) => at) };
      expect(bytesOfFlight(statement)).toBe(bytesOfPg(statement));
    }
  });

  test.each([
    ['a circular object', Object.assign({}, { a: {} as unknown })],
    ['toPostgres that gives itself', { toPostgres: (): unknown => 'replaced' }],
    ['a bigint in an object', { a: 1n }],
    ['toPostgres to null in an array', [{ toPostgres: () => null }]],
  ])('R4.12 %s is refused as pg refuses it', (label, value) => {
    if ('a' in value && label.includes('circular')) value.a = value;
    if ('toPostgres' in value && label.includes('itself')) value.toPostgres = () => value;
    const failureOf = (work: () => unknown): unknown => {
      try {
        work();
        return 'none';
      } catch (error) {
        return String(error);
      }
    };
    const flight = failureOf(() => new Flight({ text: 'select $1', values: [value] }));
    let ofPg: unknown = 'none';
    const query = new pg.Query({ text: 'select $1', values: [value] });
    query.on('error', (error) => {
      ofPg = String(error);
    });
    query.submit(recordingConnection().connection);
    expect(flight).toBe(ofPg);
    expect(flight).not.toBe('none');
  });
});

describe('R3.7 an instant', () => {
  test('R3.7 is sent as the same text in every zone, also in years when offsets had seconds', () => {
    const texts = ['UTC', 'Asia/Shanghai', 'America/New_York'].map((zone) => {
      vi.stubEnv('TZ', zone);
      expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
      return bytesOfFlight({ text: 'select $1', values: [new Date('1880-01-01T00:00:01.002Z')] });
    });
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain('1880-01-01T00:00:01.002+00:00');
  });
});

describe('R6.3 the flight of a tenant', () => {
  test('R6.3 has the bytes of pg, with the setting before them and one Sync at the end', () => {
    const statement = { name: 'one', text: 'select $1', values: ['a'] };
    const plain = bytesOfPg(statement);
    const flight = bytesOfFlight(statement, 't-1');
    expect(flight.endsWith(plain)).toBe(true);
    const before = flight.slice(0, -plain.length);
    expect(before).toMatch(/^B.{4}\0set_tenant\0.*t-1/s);
    // Execute without Sync: the setting ends with the statement's transaction.
    expect(before.endsWith('E\0\0\0\t\0\0\0\0\0')).toBe(true);
  });
});
