import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPicture } from '../../test/support/qr-reader.ts';
import { qrPicture } from './qr-pictures.ts';

test('others read the text from the picture, short or long', () => {
  const texts = [
    'a',
    'https://example.com/?q=1&b=2',
    'Zé paga R$ 10,00 às 12h',
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR6304ABCD',
    'x'.repeat(900),
  ];
  for (const text of texts) assert.equal(readPicture(qrPicture(text)), text);
});

test('a picture is small enough to travel in an answer', () => {
  assert.ok(qrPicture('x'.repeat(150)).length < 4_000);
});
