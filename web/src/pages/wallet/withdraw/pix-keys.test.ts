import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MoneyWithdrawal } from '../../../data/generated/api.ts';
import { knownKeys, maskPixKey } from './pix-keys.ts';

test('a key is shown with its middle hidden', () => {
  assert.equal(maskPixKey({ type: 'CPF', key: '52998224725' }), '•••.982.•••-25');
  assert.equal(maskPixKey({ type: 'CNPJ', key: '11222333000181' }), '••.222.•••/••••-81');
  assert.equal(maskPixKey({ type: 'EMAIL', key: 'ana.souza@example.com' }), 'an•••@example.com');
  assert.equal(maskPixKey({ type: 'PHONE', key: '+5511987654321' }), '+55 11 •••••-4321');
  assert.equal(maskPixKey({ type: 'RANDOM', key: '123e4567-e89b-12d3-a456-426614174000' }), '123e4567-••••-4000');
});

test('keys that were used are known once each, the last used first', () => {
  const used = (pixKey: string | null, createdAt: string) =>
    ({ pixKeyType: 'EMAIL', pixKey, createdAt }) as MoneyWithdrawal;
  assert.deepEqual(knownKeys([used('b@x.br', '3'), used('a@x.br', '2'), used(null, '2'), used('b@x.br', '1')]), [
    { type: 'EMAIL', key: 'b@x.br', usedAt: '3' },
    { type: 'EMAIL', key: 'a@x.br', usedAt: '2' },
  ]);
});
