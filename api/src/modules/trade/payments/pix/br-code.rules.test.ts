import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeBrCode } from '../../../../../test/support/br-code-reader.ts';
import { brCodeOf, readBrCode } from './br-code.rules.ts';

const merchant = { merchantName: 'LISURA', merchantCity: 'SAO PAULO' };

test('a code has the fields of the manual and a checksum that others compute too', () => {
  const code = brCodeOf({ location: 'pix.example.com/qr/v2/9d36b84f', amount: '123.45', ...merchant });
  assert.deepEqual(decodeBrCode(code), {
    '00': '01',
    '01': '12',
    '26': { '00': 'br.gov.bcb.pix', '25': 'pix.example.com/qr/v2/9d36b84f' },
    '52': '0000',
    '53': '986',
    '54': '123.45',
    '58': 'BR',
    '59': 'LISURA',
    '60': 'SAO PAULO',
    '62': { '05': '***' },
  });
});

test('codes that others have made are read', () => {
  // The example of the Central Bank's manual of the BR Code.
  const example =
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
  assert.deepEqual(readBrCode(example), { amount: null, location: null });
});

test('every code is read as it was made, and no change of a character goes unseen', () => {
  const text = fc.stringMatching(/^[A-Za-z0-9./-]{1,70}$/);
  const cents = fc.bigInt({ min: 1n, max: 10n ** 12n });
  fc.assert(
    fc.property(text, cents, fc.nat(), fc.constantFrom(...'0123456789AZ'), (location, amountCents, at, other) => {
      const amount = `${amountCents / 100n}.${String(amountCents % 100n).padStart(2, '0')}`;
      const code = brCodeOf({ location, amount, ...merchant });
      assert.deepEqual(readBrCode(code), { amount, location });
      assert.equal((decodeBrCode(code)['26'] as Record<string, string>)['25'], location);
      const place = at % code.length;
      if (code[place] === other) return;
      assert.equal(readBrCode(code.slice(0, place) + other + code.slice(place + 1)), null);
    }),
  );
});

test('what is no code is not read', () => {
  for (const text of ['', '6304', '00020163041D3D', 'https://example.com', '0002019963040000']) {
    assert.equal(readBrCode(text), null, text);
  }
});
