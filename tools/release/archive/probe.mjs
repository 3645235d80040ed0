// Runs inside the empty network, with the archive's own Node: starts the archive, asks it, stops it, and starts it again.
// What it found is one line of JSON on standard output.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [program = ''] = process.argv.slice(2);

/** @param {string} url */
const ask = async (url) => {
  const reply = await fetch(url);
  return { status: reply.status, text: await reply.text() };
};

const once = async () => {
  const began = Date.now();
  const child = spawn(program, ['start'], { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  /** @type {string[]} */
  const lines = [];
  const url = await new Promise((resolve, reject) => {
    for (const input of [child.stdout, child.stderr])
      createInterface({ input }).on('line', (line) => {
        lines.push(line);
        if (line.includes('"event":"listening"')) resolve(JSON.parse(line).url);
      });
    child.once('exit', () => reject(new Error(lines.join('\n'))));
  });
  const seconds = (Date.now() - began) / 1000;
  const page = await ask(`${url}/`);
  const ready = await ask(`${url}/readyz`);
  const node = await ask(`${url}/readyz?only=node`);
  const script = /\/assets\/[\w.-]+\.js/.exec(page.text)?.[0] ?? '/none';
  const asset = await ask(`${url}${script}`);
  child.kill('SIGTERM');
  const code = await ended;
  const faults = lines.filter((line) => /"level":"(?:error|fatal)"/.test(line));
  return {
    seconds,
    page: page.status,
    isPage: page.text.includes('<html lang="zh-CN"'),
    ready,
    node: node.status,
    asset: asset.status,
    code,
    faults,
  };
};

const found = { uid: process.getuid?.(), first: await once(), second: await once() };
const outside = await fetch('https://192.0.2.1/', { signal: AbortSignal.timeout(2000) }).then(
  () => 'reached',
  (error) => String(error.cause?.code ?? error.name),
);
process.stdout.write(`${JSON.stringify({ ...found, outside })}\n`);
