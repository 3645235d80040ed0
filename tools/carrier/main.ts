import { carrierVariables, startCarrier } from './carrier.ts';

/** The faults of a carrier that is tried by hand: the shares that a bad day has. */
const badDay = { refuse: 0.03, cut: 0.02, lose: 0.02, delay: 0.1, delayMs: 500 };

const [port = '0', seed = '1'] = process.argv.slice(2);
const carrier = await startCarrier({ port: Number(port), seed: Number(seed), faults: badDay });
const variables = Object.entries(carrierVariables(carrier.url, ['aliyun', 'tencent']));
process.stdout.write(`${variables.map(([name, value]) => `${name}=${value}`).join('\n')}\n`);
