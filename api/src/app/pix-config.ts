import { isIP } from 'node:net';
import path from 'node:path';
import type { BankName } from '../modules/trade/payments/index.ts';
import type { TlsFiles } from '../platform/outbound/tls-identity.ts';
import { ConfigError, type Environment, integer, oneOf, text, url } from './environment.ts';

export interface PixConfig {
  readonly bank: BankName;
  /** The address ends before /oauth and /v2. Null: that of the bank. */
  readonly url: string | null;
  readonly tokenUrl: string | null;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly appKey: string | null;
  /** The receiver's. */
  readonly key: string;
  /** It shows the bank who we are. */
  readonly certificate: TlsFiles | null;
  readonly webhookSecret: string | null;
  /** Its authority is that of the bank's certificates. */
  readonly webhookPort: { readonly port: number; readonly certificate: TlsFiles } | null;
  readonly webhookCertificateName: string | null;
  readonly webhookAddressSecret: string | null;
  /** Null: those of the bank. */
  readonly webhookNetworks: readonly string[] | null;
  /** The bank is told it when the server has started. */
  readonly webhookUrl: string | null;
}

const BANKS: readonly BankName[] = ['efi', 'bb', 'itau', 'inter', 'sicoob', 'other'];
const listed = new Intl.ListFormat('en');

/** All settings of Pix are read, also those that are then of no use, so that a test knows their names. */
export function readPixConfig(environment: Environment, workingDir: string): PixConfig | null {
  const bank = oneOf(environment, 'PIX_BANK', BANKS, 'other');
  const given = {
    PIX_URL: url(environment, 'PIX_URL', ['http:', 'https:']),
    PIX_CLIENT_ID: text(environment, 'PIX_CLIENT_ID'),
    PIX_CLIENT_SECRET: text(environment, 'PIX_CLIENT_SECRET'),
    PIX_KEY: text(environment, 'PIX_KEY'),
    PIX_WEBHOOK_SECRET: text(environment, 'PIX_WEBHOOK_SECRET'),
  };
  const rest = {
    tokenUrl: url(environment, 'PIX_TOKEN_URL', ['http:', 'https:']),
    appKey: text(environment, 'PIX_APP_KEY'),
    certificate: tlsFiles(environment, workingDir, {
      certificate: 'PIX_CLIENT_CERT',
      key: 'PIX_CLIENT_KEY',
      passphrase: 'PIX_CLIENT_PASSPHRASE',
      authority: 'PIX_CA',
    }),
    webhookPort: webhookPort(environment, workingDir),
    webhookCertificateName: text(environment, 'PIX_WEBHOOK_CLIENT_NAME'),
    webhookAddressSecret: text(environment, 'PIX_WEBHOOK_HMAC'),
    webhookNetworks: networks(environment),
    webhookUrl: url(environment, 'PIX_WEBHOOK_URL', ['https:']),
  };
  const isUnset = (name: string) => given[name as keyof typeof given] === null;
  if (bank === 'other' && Object.keys(given).every(isUnset)) return null;
  const hasOtherWay =
    rest.webhookPort !== null || rest.webhookCertificateName !== null || rest.webhookAddressSecret !== null;
  const unneeded = {
    PIX_URL: bank !== 'other',
    PIX_CLIENT_SECRET: bank === 'sicoob',
    PIX_WEBHOOK_SECRET: bank !== 'other' || hasOtherWay,
  };
  const missing = Object.keys(given).filter((name) => isUnset(name) && !unneeded[name as keyof typeof unneeded]);
  if (missing.length > 0) throw new ConfigError(`${listed.format(missing)} must be set with the others of Pix`);
  if (bank === 'bb' && rest.appKey === null) throw new ConfigError('PIX_APP_KEY must be set where PIX_BANK is bb');
  if (rest.webhookAddressSecret !== null && rest.webhookNetworks === null && bank !== 'efi') {
    throw new ConfigError('PIX_WEBHOOK_NETWORKS must list from where the bank calls, beside PIX_WEBHOOK_HMAC');
  }
  if (rest.webhookCertificateName !== null && text(environment, 'TRUST_PROXY') === null) {
    throw new ConfigError('TRUST_PROXY must be set beside PIX_WEBHOOK_CLIENT_NAME, which a proxy tells');
  }
  return {
    bank,
    url: given.PIX_URL,
    clientId: given.PIX_CLIENT_ID as string,
    clientSecret: given.PIX_CLIENT_SECRET ?? '',
    key: given.PIX_KEY as string,
    webhookSecret: given.PIX_WEBHOOK_SECRET,
    ...rest,
  };
}

type TlsNames = Record<keyof TlsFiles, string>;

/** PEM itself stands for its file. */
function tlsFiles(environment: Environment, workingDir: string, names: TlsNames): TlsFiles | null {
  const read = (name: string) => {
    const value = text(environment, name);
    return value === null || value.includes('-----BEGIN') ? value : path.resolve(workingDir, value);
  };
  const certificate = read(names.certificate);
  const others = {
    key: read(names.key),
    passphrase: text(environment, names.passphrase),
    authority: read(names.authority),
  };
  if (certificate !== null) return { certificate, ...others };
  if (Object.values(others).every((value) => value === null)) return null;
  throw new ConfigError(`${names.certificate} must be set with the others of its certificate`);
}

function webhookPort(environment: Environment, workingDir: string): PixConfig['webhookPort'] {
  const certificate = tlsFiles(environment, workingDir, {
    certificate: 'PIX_WEBHOOK_CERT',
    key: 'PIX_WEBHOOK_KEY',
    passphrase: 'PIX_WEBHOOK_PASSPHRASE',
    authority: 'PIX_WEBHOOK_CA',
  });
  const port = integer(environment, 'PIX_WEBHOOK_PORT', -1, 0, 65_535);
  if (port < 0 && certificate === null) return null;
  // Without the bank's authority anybody with a certificate would be the bank.
  if (port < 0 || certificate?.authority == null) {
    throw new ConfigError('PIX_WEBHOOK_PORT, PIX_WEBHOOK_CERT, and PIX_WEBHOOK_CA must be set together');
  }
  return { port, certificate };
}

function networks(environment: Environment): string[] | null {
  const value = text(environment, 'PIX_WEBHOOK_NETWORKS');
  if (value === null) return null;
  return value.split(',').map((each) => {
    const [address = '', bits, ...more] = each.trim().split('/');
    const most = isIP(address) === 4 ? 32 : 128;
    const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    if (isIP(address) !== 0 && isRange && more.length === 0) return each.trim();
    throw new ConfigError(`PIX_WEBHOOK_NETWORKS must list addresses such as 203.0.113.0/24, not "${each.trim()}"`);
  });
}
