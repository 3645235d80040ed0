const block = 512;
const regular = new Set(['0', '\0', '']);

/**
 * The files of a tar archive, by their path, without folders and links. A path of more than 100 bytes may have the prefix
 * of `ustar`; what GNU and pax do about longer ones is not read.
 *
 * @param {Buffer} archive
 * @returns {Map<string, Buffer>}
 */
export function readTar(archive) {
  /** @type {Map<string, Buffer>} */
  const files = new Map();
  for (let at = 0; at + block <= archive.length && archive[at] !== 0; ) {
    const header = archive.subarray(at, at + block);
    const size = Number.parseInt(textOf(header, 124, 12), 8) || 0;
    const prefix = textOf(header, 257, 5) === 'ustar' && header[262] === 0 ? textOf(header, 345, 155) : '';
    const name = textOf(header, 0, 100);
    const begin = at + block;
    if (begin + size > archive.length) throw new Error(`The archive ends within ${name}`);
    if (regular.has(textOf(header, 156, 1)))
      files.set(prefix === '' ? name : `${prefix}/${name}`, archive.subarray(begin, begin + size));
    at = begin + Math.ceil(size / block) * block;
  }
  return files;
}

/**
 * @param {Buffer} header
 * @param {number} from
 * @param {number} length
 */
function textOf(header, from, length) {
  const field = header.subarray(from, from + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end === -1 ? length : end);
}
