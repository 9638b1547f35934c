/** Payers copy and paste the code of a charge: EMV fields, each with an id, a length of two digits and a value. */
export function brCodeOf(location: string, amount: string): string {
  const account = field('00', 'br.gov.bcb.pix') + field('25', location.replace(/^https?:\/\//, ''));
  const fields = [
    field('00', '01'),
    // It can be paid once.
    field('01', '12'),
    field('26', account),
    field('52', '0000'),
    field('53', '986'),
    field('54', amount),
    field('58', 'BR'),
    field('59', 'SANDBOX'),
    field('60', 'SAO PAULO'),
    // The charge itself has the txid.
    field('62', field('05', '***')),
  ];
  const unchecked = `${fields.join('')}6304`;
  return unchecked + crc16(unchecked).toString(16).toUpperCase().padStart(4, '0');
}

const field = (id: string, value: string) => `${id}${String(value.length).padStart(2, '0')}${value}`;

/** CRC-16/CCITT-FALSE. */
function crc16(text: string): number {
  let crc = 0xffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc;
}
