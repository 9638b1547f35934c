import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

/** Tests need certificates of their own making: Node reads X.509 and does not write it. All of it is DER. */
export interface Issued {
  cert: string;
  key: string;
  /** PKCS #12, as banks hand certificates out. */
  pkcs12(passphrase: string): Buffer;
}

export interface Authority {
  ca: string;
  issue(name: string, more?: { from?: Date; to?: Date; host?: string }): Issued;
}

const FROM = new Date('2026-01-01T00:00:00Z');
const TO = new Date('2048-12-31T00:00:00Z');

const bytesOfLength = (length: number): number[] =>
  length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...bytesOfLength(body.length)]), body]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const set = (...parts: Buffer[]) => der(0x31, ...parts);
const octets = (bytes: Buffer) => der(0x04, bytes);
const wholeNumber = (bytes: Buffer) => der(0x02, bytes);
const utf8 = (text: string) => der(0x0c, Buffer.from(text));
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const COMMON_NAME = oid('550403');
const BASIC_CONSTRAINTS = oid('551d13');
const ALTERNATIVE_NAMES = oid('551d11');
const DATA = oid('2a864886f70d010701');
const CERTIFICATE_BAG = oid('2a864886f70d010c0a0103');
const KEY_BAG = oid('2a864886f70d010c0a0102');
const X509 = oid('2a864886f70d01091601');
const TRUE = Buffer.from([0x01, 0x01, 0xff]);

const nameOf = (name: string) => sequence(set(sequence(COMMON_NAME, utf8(name))));
const timeOf = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`));
const pem = (bytes: Buffer) =>
  `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;

let serials = 0;

interface Wanted {
  issuer: string;
  subject: string;
  publicKey: KeyObject;
  signingKey: KeyObject;
  from: Date;
  to: Date;
  extension: Buffer;
}

function certificateOf({ issuer, subject, publicKey, signingKey, from, to, extension }: Wanted): Buffer {
  serials += 1;
  const content = sequence(
    der(0xa0, wholeNumber(Buffer.from([2]))),
    wholeNumber(Buffer.from([1, serials >> 8, serials & 0xff])),
    ECDSA_WITH_SHA256,
    nameOf(issuer),
    sequence(timeOf(from), timeOf(to)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
  return sequence(content, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), sign('sha256', content, signingKey)));
}

const asAuthority = () => sequence(BASIC_CONSTRAINTS, TRUE, octets(sequence(TRUE)));
const forHost = (host: string) => sequence(ALTERNATIVE_NAMES, octets(sequence(der(0x82, Buffer.from(host)))));

export function createAuthority(name: string): Authority {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = { issuer: name, signingKey: own.privateKey };
  const extension = asAuthority();
  const ca = pem(certificateOf({ ...issuer, subject: name, publicKey: own.publicKey, from: FROM, to: TO, extension }));
  return {
    ca,
    issue: (subject, { from = FROM, to = TO, host = 'localhost' } = {}) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const bytes = certificateOf({ ...issuer, subject, publicKey, from, to, extension: forHost(host) });
      return {
        cert: pem(bytes),
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
        pkcs12: (passphrase) => pkcs12Of(bytes, privateKey, passphrase),
      };
    },
  };
}

/** The key is encrypted; without a checksum of the whole, which readers may do without. */
function pkcs12Of(certificate: Buffer, privateKey: KeyObject, passphrase: string): Buffer {
  const secret = privateKey.export({ type: 'pkcs8', format: 'der', cipher: 'aes-256-cbc', passphrase });
  const localKeyId = sequence(oid('2a864886f70d010915'), set(octets(createHash('sha1').update(certificate).digest())));
  const bags = sequence(
    sequence(CERTIFICATE_BAG, der(0xa0, sequence(X509, der(0xa0, octets(certificate)))), set(localKeyId)),
    sequence(KEY_BAG, der(0xa0, secret), set(localKeyId)),
  );
  const data = (bytes: Buffer) => sequence(DATA, der(0xa0, octets(bytes)));
  return sequence(wholeNumber(Buffer.from([3])), data(sequence(data(bags))));
}
