import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { ApiError } from '../../data/api-error.ts';
import { formatOf } from '../format/format.ts';
import { errorTexts, textOf } from './error-texts.ts';

const SOURCES = path.resolve(import.meta.dirname, '../..');

const plain = (text: string | null) => text?.replaceAll(/\s/g, ' ');
const limit = new ApiError({
  code: 'DEPOSIT_LIMIT_REACHED',
  status: 403,
  message: 'O seu limite de depósitos.',
  params: { period: 'DAY', limitCents: '30000', leftCents: '1500', endsAt: '2026-11-16T03:00:00.000Z' },
});

test('an error is said by its code with its values, and where there are no words as the server says it', () => {
  assert.equal(
    plain(textOf(limit, errorTexts.en, formatOf('en'))),
    'Your limit of deposits for the day is R$300.00, and R$15.00 of it is left until 11/16/26, 12:00 AM.',
  );
  assert.equal(textOf(limit, errorTexts['pt-BR'], formatOf('pt-BR')), 'O seu limite de depósitos.');
  assert.equal(textOf(limit, { DEPOSIT_LIMIT_REACHED: 'Own' }, formatOf('en')), 'Own');
  const gone = new ApiError({ code: 'BATTLE_NOT_FOUND', status: 404, message: 'Batalha não encontrada.' });
  assert.equal(textOf(gone, errorTexts.en, formatOf('en')), 'There is no such battle.');
  const busy = new ApiError({ code: 'TOO_MANY_REQUESTS', status: 429, message: 'Too many requests' });
  assert.equal(textOf(busy, errorTexts['pt-BR'], formatOf('pt-BR')), 'Pedidos demais de uma vez.');
  assert.equal(textOf(new Error('x'), errorTexts.en, formatOf('en')), null);
});

test('whatever a player is refused with has English words, in those of all pages or of one', async () => {
  const generated = await readFile(path.join(SOURCES, 'data/generated/api.ts'), 'utf8');
  const codes = /PlayerErrorCode =\n(.*?);/s.exec(generated)?.[1]?.match(/[A-Z0-9_]+/g) ?? [];
  assert.ok(codes.length > 100);
  const files = globSync('**/*texts.ts', { cwd: SOURCES }).map((file) => readFile(path.join(SOURCES, file), 'utf8'));
  const words = (await Promise.all(files)).join('\n');
  assert.deepEqual(
    codes.filter((code) => !new RegExp(`^ +${code}:`, 'm').test(words)),
    [],
  );
});

test('what all pages say in Portuguese they say in English', () => {
  const missing = Object.keys(errorTexts['pt-BR']).filter((code) => !(code in errorTexts.en));
  assert.deepEqual(missing, []);
});
