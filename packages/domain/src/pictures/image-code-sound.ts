import type { Random } from './seeded-random.ts';

/** Sample rate of the clips and of the result. @unit Hz */
export const soundRate = 8000;

/** Unsigned 8-bit samples at `soundRate`; 128 is silence. */
export type Clip = Uint8Array;

const between = (random: Random, low: number, high: number) => low + (high - low) * random();
const seconds = (count: number) => Math.round(count * soundRate);

/** Mixes a clip in at another speed and volume; a negative `step` plays it backwards. */
const add = (
  track: Float32Array,
  clip: Clip,
  { at, step, gain }: { at: number; step: number; gain: number },
): number => {
  const length = Math.floor(clip.length / Math.abs(step));
  for (let index = 0; index < length && at + index < track.length; index += 1) {
    const source = Math.floor(index * Math.abs(step));
    const sample = clip[step > 0 ? source : clip.length - 1 - source] ?? 128;
    track[at + index] = (track[at + index] ?? 0) + ((sample - 128) / 128) * gain;
  }
  return length;
};

/** Low-pass noise of varying loudness. */
const addNoise = (track: Float32Array, random: Random): void => {
  const swell = between(random, 1.5, 3.5);
  let low = 0;
  for (let index = 0; index < track.length; index += 1) {
    low = low * 0.82 + (random() * 2 - 1) * 0.18;
    const level = 0.13 + 0.05 * Math.sin((index / soundRate) * swell);
    track[index] = (track[index] ?? 0) + low * level * 2.2;
  }
};

const wavHeader = (samples: number): Uint8Array => {
  const header = new Uint8Array(44);
  const view = new DataView(header.buffer);
  const ascii = (at: number, text: string) => {
    for (let index = 0; index < text.length; index += 1) header[at + index] = text.charCodeAt(index);
  };
  ascii(0, 'RIFF');
  view.setUint32(4, 36 + samples, true);
  ascii(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, soundRate, true);
  view.setUint32(28, soundRate, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  ascii(36, 'data');
  view.setUint32(40, samples, true);
  return header;
};

/**
 * A spoken code as a WAV file (8 kHz, mono, 8 bits): the clips with random pauses, speeds and loudness, over noise and
 * clips played backwards.
 *
 * @source R5.3
 */
export const speakImageCode = (clips: readonly Clip[], random: Random): Uint8Array => {
  const pauses = clips.map(() => seconds(between(random, 0.45, 0.8)));
  const length = clips.reduce((sum, clip, at) => sum + Math.ceil(clip.length * 1.1) + (pauses[at] ?? 0), seconds(1));
  const track = new Float32Array(length);
  addNoise(track, random);
  for (let at = 0; at < length && clips.length > 0; at += seconds(between(random, 0.25, 0.5))) {
    const clip = clips[Math.floor(random() * clips.length)] ?? new Uint8Array();
    add(track, clip, { at, step: -between(random, 0.8, 1.25), gain: 0.07 });
  }
  let at = seconds(0.3);
  clips.forEach((clip, index) => {
    at += pauses[index] ?? 0;
    at += add(track, clip, { at, step: between(random, 0.93, 1.07), gain: between(random, 0.62, 0.8) });
  });
  const file = new Uint8Array(44 + length);
  file.set(wavHeader(length));
  track.forEach((level, index) => {
    file[44 + index] = Math.max(0, Math.min(255, Math.round(128 + level * 127)));
  });
  return file;
};
