import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PIX_KEY_TYPES, type PixKeyType, readPixKey, withoutPixKey } from './payouts.records.ts';

const refusesAll = (type: PixKeyType, keys: readonly string[]) => {
  for (const key of keys) assert.equal(readPixKey(type, key), null, `${type} ${key}`);
};

test('every usual spelling of a key is read into one', () => {
  for (const [type, text, key] of [
    ['CPF', '529.982.247-25', '52998224725'],
    ['CPF', ' 11144477735 ', '11144477735'],
    ['CNPJ', '11.222.333/0001-81', '11222333000181'],
    // This is the example of the tax office for a CNPJ with letters.
    ['CNPJ', '12.abc.345/01de-35', '12ABC34501DE35'],
    ['EMAIL', 'Ana.Souza+pix@Example.com.br', 'ana.souza+pix@example.com.br'],
    ['PHONE', '+55 (11) 98765-4321', '+5511987654321'],
    ['PHONE', '+551132654321', '+551132654321'],
    ['RANDOM', '123E4567-E89B-12D3-A456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
  ] as const) {
    assert.equal(readPixKey(type, text), key, text);
  }
});

test('a key is removed from a text in every spelling', () => {
  for (const [key, ...ways] of [
    ['52998224725', '52998224725', '529.982.247-25', '529 982 247 25'],
    ['12ABC34501DE35', '12ABC34501DE35', '12.abc.345/01de-35'],
    ['ana_souza+pix@example.com.br', 'ana_souza+pix@example.com.br', 'Ana_Souza+Pix@Example.com.br'],
    ['+5511987654321', '+5511987654321', '5511987654321', '11987654321', '+55 (11) 98765-4321', '(11) 98765-4321'],
    [
      '123e4567-e89b-12d3-a456-426614174000',
      '123E4567-E89B-12D3-A456-426614174000',
      '123e4567e89b12d3a456426614174000',
    ],
  ] as const) {
    for (const way of ways)
      assert.match(withoutPixKey(`A chave ${way} não existe`, key), /^A chave \(?… não existe$/, way);
    assert.equal(withoutPixKey('O pedido 7 foi recusado', key), 'O pedido 7 foi recusado');
  }
});

test('a text that is no key of its kind is refused', () => {
  refusesAll('CPF', ['', '5299822472', '529982247250', '52998224724', '52998224735', '5299822472A', '111.111.111-11']);
  refusesAll('CNPJ', ['11222333000182', '11222333000191', '1122233300018', '12ABC34501DE3A', '00000000000000']);
  refusesAll('EMAIL', [
    'ana',
    'ana@',
    '@example.com',
    'ana@example',
    'a b@example.com',
    'ana@-example.com',
    'a..b@x.com',
  ]);
  refusesAll('EMAIL', [`${'a'.repeat(66)}@example.com`, 'ana@example.com\u0000', 'ana@exämple.com']);
  assert.equal(readPixKey('EMAIL', `${'a'.repeat(65)}@example.com`)?.length, 77);
  refusesAll('PHONE', [
    '11987654321',
    '+5511887654321',
    '+550198765432',
    '+5511187654321',
    '+1 212 555 0100',
    '+55119876543210',
  ]);
  refusesAll('RANDOM', ['123e4567e89b12d3a456426614174000', '123e4567-e89b-12d3-a456-42661417400g', '']);
});

const digits = (length: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length });

/** The tax office describes the weights from the left. */
function withCheckDigits(body: readonly number[], weights: readonly number[]): string {
  const all = [...body];
  for (const skipped of [1, 0]) {
    const rest = all.reduce((sum, value, index) => sum + value * (weights[index + skipped] as number), 0) % 11;
    all.push(rest < 2 ? 0 : 11 - rest);
  }
  return all.join('');
}
const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

test('only the right check digits make a document', () => {
  for (const [type, length, weights] of [
    ['CPF', 9, CPF_WEIGHTS],
    ['CNPJ', 12, CNPJ_WEIGHTS],
  ] as const) {
    fc.assert(
      fc.property(digits(length), fc.integer({ min: 1, max: 99 }), (body, step) => {
        fc.pre(new Set(body).size > 1);
        const key = withCheckDigits(body, weights);
        assert.equal(readPixKey(type, key), key);
        const other = String((Number(key.slice(-2)) + step) % 100).padStart(2, '0');
        assert.equal(readPixKey(type, key.slice(0, -2) + other), null);
      }),
    );
  }
});

test('every text is read in time, and its result fits the table and reads as itself', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...PIX_KEY_TYPES),
      fc.string({ unit: 'binary-ascii', maxLength: 200 }),
      (type, text) => {
        const key = readPixKey(type, text);
        if (key === null) return;
        assert.ok(key.length >= 1 && key.length <= 77);
        assert.equal(readPixKey(type, key), key);
      },
    ),
  );
});
