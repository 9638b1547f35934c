import assert from 'node:assert/strict';

/** Reads the code of a Pix charge in a way of its own: nothing of the product has a part in it. */

export interface BrCodeFields {
  [id: string]: string | BrCodeFields;
}

/** The fields, those of the account (26) and of the addition (62) taken apart. Fails where the code is not valid. */
export function decodeBrCode(code: string): BrCodeFields {
  const [, body = '', checksum = ''] = /^(.*6304)([0-9A-F]{4})$/s.exec(code) ?? assert.fail(`no checksum: ${code}`);
  assert.equal(Number.parseInt(checksum, 16), crcByTable(body), 'the checksum is wrong');
  const fields = parts(body.slice(0, -4));
  for (const id of ['26', '62']) if (fields[id] !== undefined) fields[id] = parts(fields[id] as string);
  return fields;
}

function parts(text: string): BrCodeFields {
  if (text === '') return {};
  const [, id = '', length = ''] = /^(\d\d)(\d\d)/.exec(text) ?? assert.fail(`no field: ${text}`);
  const end = 4 + Number(length);
  assert.ok(end <= text.length, `field ${id} is longer than the text`);
  const rest = parts(text.slice(end));
  assert.equal(rest[id], undefined, `field ${id} twice`);
  return { [id]: text.slice(4, end), ...rest };
}

/** It goes byte by byte with a table, where the product goes bit by bit. */
const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let value = byte * 256;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 32_768 ? (value * 2) ^ 4_129 : value * 2) % 65_536;
  return value;
});

function crcByTable(text: string): number {
  let crc = 65_535;
  for (const byte of Buffer.from(text, 'utf8')) {
    crc = ((crc % 256) * 256) ^ (TABLE[Math.floor(crc / 256) ^ byte] as number);
  }
  return crc;
}
