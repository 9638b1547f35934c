/** The BR Code manual of the Central Bank defines fields of an id and a length, two digits each, and a value. */

const PIX_ACCOUNT = 'br.gov.bcb.pix';
const REAIS = '986';

export interface BrCode {
  /** It has no protocol. */
  location: string;
  /** As `12.34`. */
  amount: string;
  merchantName: string;
  merchantCity: string;
}

/** The charge behind the location has the txid. */
export function brCodeOf({ location, amount, merchantName, merchantCity }: BrCode): string {
  const fields = [
    field('00', '01'),
    field('01', '12'),
    field('26', field('00', PIX_ACCOUNT) + field('25', location)),
    field('52', '0000'),
    field('53', REAIS),
    field('54', amount),
    field('58', 'BR'),
    field('59', merchantName.slice(0, 25)),
    field('60', merchantCity.slice(0, 15)),
    field('62', field('05', '***')),
  ];
  const unchecked = `${fields.join('')}6304`;
  return unchecked + checksumOf(unchecked);
}

/** Returns null if the text is no code in reais or its checksum is wrong. */
export function readBrCode(code: string): { amount: string | null; location: string | null } | null {
  if (code.length < 8 || code.slice(-8, -4) !== '6304') return null;
  if (checksumOf(code.slice(0, -4)) !== code.slice(-4).toUpperCase()) return null;
  const fields = fieldsOf(code);
  const account = fields === null ? null : fieldsOf(fields.get('26') ?? '');
  if (fields === null || account === null || fields.get('00') !== '01' || fields.get('53') !== REAIS) return null;
  if (account.get('00')?.toLowerCase() !== PIX_ACCOUNT) return null;
  return { amount: fields.get('54') ?? null, location: account.get('25') ?? null };
}

const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`;

function fieldsOf(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  let place = 0;
  while (place < text.length) {
    const head = text.slice(place, place + 4);
    if (!/^[0-9]{4}$/.test(head)) return null;
    const end = place + 4 + Number(head.slice(2));
    if (end > text.length) return null;
    fields.set(head.slice(0, 2), text.slice(place + 4, end));
    place = end;
  }
  return fields;
}

/** This is CRC-16/CCITT-FALSE in four hex digits. */
function checksumOf(text: string): string {
  let crc = 0xffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}
