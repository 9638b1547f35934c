import fc from 'fast-check';

/** Any code points, with every length of UTF-8 as likely as the others, and surrogates that stand alone among them. */
const anyCodePoint = fc.oneof(
  fc.integer({ min: 0, max: 0x7f }),
  fc.integer({ min: 0x80, max: 0x7ff }),
  fc.integer({ min: 0x800, max: 0xffff }),
  fc.integer({ min: 0xd800, max: 0xdfff }),
  fc.integer({ min: 0x10000, max: 0x10ffff }),
);

export const anyText = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.array(anyCodePoint, { maxLength: 80 }).map((codePoints) => String.fromCodePoint(...codePoints)),
);
