/**
 * Makes the clips of the spoken image code: each digit in Mandarin, each letter by its English name, as raw unsigned 8-bit samples at 8 kHz.
 * Run once with espeak-ng on the path; the clips are committed, so that it is not needed otherwise.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const target = new URL('../../apps/server/assets/spoken/', import.meta.url);
const digits = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'];
const rate = 8000;

/** @param {string} voice @param {string} text */
const speak = (voice, text) => {
  const wav = execFileSync('espeak-ng', ['-v', voice, '-s', '135', '-a', '180', '--stdout', text]);
  const samples = [];
  for (let at = 44; at + 1 < wav.length; at += 2) samples.push(wav.readInt16LE(at) / 32768);
  return { samples, from: wav.readUInt32LE(24) };
};

/** @param {number[]} samples @param {number} from Averages over each target sample, which is a sufficient low-pass filter for speech. */
const resample = (samples, from) => {
  const ratio = from / rate;
  return Array.from({ length: Math.floor(samples.length / ratio) }, (_, index) => {
    const start = Math.floor(index * ratio);
    const end = Math.max(start + 1, Math.floor((index + 1) * ratio));
    const window = samples.slice(start, end);
    return window.reduce((sum, sample) => sum + sample, 0) / window.length;
  });
};

/** @param {number[]} samples Cuts the silence at both ends and fills the range. */
const trim = (samples) => {
  const loudest = Math.max(...samples.map(Math.abs));
  const isHeard = (/** @type {number} */ sample) => Math.abs(sample) > loudest * 0.03;
  const first = samples.findIndex(isHeard);
  const last = samples.findLastIndex(isHeard);
  return samples.slice(Math.max(0, first - 40), last + 200).map((sample) => sample / loudest);
};

const words = [
  ...digits.map((word, digit) => ({ name: String(digit), voice: 'cmn', word })),
  ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => ({ name: letter, voice: 'en-us', word: letter })),
];
for (const { name, voice, word } of words) {
  const { samples, from } = speak(voice, word);
  const clip = trim(resample(samples, from));
  writeFileSync(
    new URL(`${name}.u8`, target),
    Uint8Array.from(clip, (sample) => Math.round(128 + sample * 120)),
  );
}
