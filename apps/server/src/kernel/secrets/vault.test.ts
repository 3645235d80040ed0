import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyRing, keyOf } from '#kernel/secrets/data-keys/key-ring';
import { keyPurposes } from '#kernel/secrets/data-keys/wrapping';
import { openVault } from '#kernel/secrets/vault';

/** Keys of some generations, each of one repeated byte; the last one is in force. */
const keysOf = (...generations: readonly (readonly [generation: number, byte: number])[]) => {
  const made = generations.map(([generation, byte]) => ({ generation, key: keyOf(Buffer.alloc(32, byte)) }));
  const keys = keyPurposes.flatMap((purpose) => made.map((key) => ({ ...key, purpose, isInForce: true })));
  return new KeyRing({ keys, isFirstPepperDropped: false }).of('vault');
};
const vault = openVault(keysOf([1, 7]));
const later = openVault(keysOf([1, 7], [2, 9]));

describe('R14.6 vault', () => {
  it('R14.6 what was sealed comes out as it went in, and never looks the same twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const sealed = vault.seal(text);
        expect(vault.open(sealed)).toBe(text);
        expect(vault.seal(text).equals(sealed)).toBe(false);
      }),
    );
  });

  it.each([
    ['the first generation', vault],
    ['a later one', later],
  ])('R14.6 running 5.4 of %s a changed byte, a cut end or another key opens nothing', (_, own) => {
    const sealed = own.seal('13800000001');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => own.open(changed)).toThrow();
      expect(() => own.open(sealed.subarray(0, at))).toThrow();
    }
    expect(() => openVault(keysOf([1, 8], [2, 8])).open(sealed)).toThrow();
  });

  it('running 5.4 a text names the generation that sealed it, which opens it until it is dropped; another with the same key does not', () => {
    const [first, second] = [vault.seal('13800000001'), later.seal('13800000001')];
    expect(later.open(first)).toBe('13800000001');
    expect(later.open(second)).toBe('13800000001');
    expect(() => openVault(keysOf([2, 9])).open(first)).toThrow('not sealed by this vault');
    expect(() => vault.open(second)).toThrow('not sealed by this vault');
    const renumbered = Buffer.from(second);
    renumbered.writeUInt32BE(3, 1);
    expect(() => openVault(keysOf([2, 9], [3, 9])).open(renumbered)).toThrow();
  });
});
