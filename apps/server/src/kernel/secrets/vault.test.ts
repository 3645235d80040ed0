import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openVault } from '#kernel/secrets/vault';

const vault = openVault(Buffer.alloc(32, 7));

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

  it('R14.6 a changed byte, a cut end or another key opens nothing', () => {
    const sealed = vault.seal('13800000001');
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => vault.open(changed)).toThrow();
      expect(() => vault.open(sealed.subarray(0, at))).toThrow();
    }
    expect(() => openVault(Buffer.alloc(32, 8)).open(sealed)).toThrow();
    expect(() => openVault(Buffer.alloc(31))).toThrow('32 bytes');
  });
});
