/**
 * Makes the two clips that the chat kit's gallery plays: two tones, and a picture that moves. Run once with ffmpeg on the path; the
 * clips are committed, so that ffmpeg is not needed otherwise.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** @param {string} name */
const target = (name) => fileURLToPath(new URL(`../../packages/chat-kit/gallery/public/${name}`, import.meta.url));
const plain = ['-fflags', '+bitexact', '-flags', '+bitexact', '-map_metadata', '-1'];

/** @param {string[]} input @param {string[]} output */
const make = (input, output) =>
  execFileSync('ffmpeg', ['-y', '-loglevel', 'error', '-f', 'lavfi', '-i', ...input, ...plain, ...output]);

make(
  ["aevalsrc='0.3*sin(2*PI*t*if(lt(t,1),440,660))*min(1,20*mod(2-t,1))':s=16000:d=2"],
  ['-ac', '1', '-c:a', 'libmp3lame', '-b:a', '32k', target('clip.mp3')],
);
/** @param {string} inside @param {string} outside A disc that swings from side to side. */
const disc = (inside, outside) => `'if(lt(hypot(X-160-100*sin(PI*T/2),Y-90),28),${inside},${outside})'`;
make(
  [
    `color=c=0x23408e:s=320x180:r=12:d=4,format=yuv444p,geq=lum=${disc('235', 'lum(X,Y)')}:` +
      `cb=${disc('128', 'cb(X,Y)')}:cr=${disc('128', 'cr(X,Y)')},format=yuv420p`,
  ],
  ['-an', '-c:v', 'libvpx-vp9', '-b:v', '0', '-crf', '40', target('clip.webm')],
);
