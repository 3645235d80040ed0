import { verify } from '@node-rs/argon2';
import fastify, { type FastifyInstance } from 'fastify';
import pg from 'pg';

// The programs that the server is compared with, in a separate process: a minimal Fastify, and argon2 alone.

/** A job of the rival. */
export type RivalJob =
  | { readonly kind: 'hello' }
  /** Sends the same bytes to every request. */
  | { readonly kind: 'answer'; readonly reply: string }
  /** Makes one indexed select and sends its row as JSON. */
  | { readonly kind: 'select'; readonly databaseUrl: string; readonly tenantId: string }
  /** Verifies one hash repeatedly. */
  | {
      readonly kind: 'argon2';
      readonly hash: string;
      readonly password: string;
      readonly inFlight: number;
      readonly seconds: number;
    };

const formType = 'application/x-www-form-urlencoded';
const columns =
  'tenant_id, name, uscc, industry, province_code, city_code, address, contact_name, contact_email, logo_file_id, second_approver, certification_status, version';

const app = (): FastifyInstance => {
  const server = fastify({ logger: false });
  server.addContentTypeParser(formType, { parseAs: 'string' }, (_request, body, done) => done(null, body));
  return server;
};

const listen = async (server: FastifyInstance): Promise<number> => {
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  return Number(new URL(address).port);
};

const answering = (text: string): Promise<number> => {
  const server = app();
  const bytes = Buffer.from(text);
  server.post('/ops', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes));
  return listen(server);
};

const greeting = (): Promise<number> => {
  const server = app();
  server.get('/', () => ({ hello: 'world' }));
  return listen(server);
};

const selecting = (databaseUrl: string, tenantId: string): Promise<number> => {
  const server = app();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const query = { name: 'tenant', text: `select ${columns} from tenant where tenant_id = $1`, values: [tenantId] };
  server.post('/ops', async () => ({ code: 'SUCCESS', data: (await pool.query(query)).rows[0] }));
  return listen(server);
};

const verifying = async (job: Extract<RivalJob, { kind: 'argon2' }>): Promise<number> => {
  const startedMs = performance.now();
  let count = 0;
  const work = async () => {
    while (performance.now() - startedMs < job.seconds * 1000) {
      if (!(await verify(job.hash, job.password))) throw new Error('the hash does not fit');
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: job.inFlight }, work));
  return count / ((performance.now() - startedMs) / 1000);
};

const run = (job: RivalJob): Promise<number> => {
  switch (job.kind) {
    case 'hello':
      return greeting();
    case 'answer':
      return answering(job.reply);
    case 'select':
      return selecting(job.databaseUrl, job.tenantId);
    case 'argon2':
      return verifying(job);
  }
};

process.on('message', (job: RivalJob) => {
  run(job).then(
    (value) => process.send?.({ value }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
