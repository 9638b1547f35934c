import { createHash, type X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { duplexPair } from 'node:stream';
import { connect, createSecureContext, type SecureContext, type SecureContextOptions, TLSSocket } from 'node:tls';
import type { Logger } from '../observability/logger.ts';

/** Each is PEM, or the name of a file. */
export interface TlsFiles {
  /** Its file may be PKCS #12, which has the key, too. */
  readonly certificate: string;
  readonly key: string | null;
  readonly passphrase: string | null;
  /** Null: those that Node trusts. */
  readonly authority: string | null;
}

interface LoadedIdentity {
  readonly options: SecureContextOptions;
  readonly context: SecureContext;
  /** RFC 8705 binds tokens to it. */
  readonly thumbprint: string;
  readonly endsAt: Date;
}

export interface TlsIdentity {
  /** Files that have changed are read again. An unusable one leaves the former in place. */
  current(): Promise<LoadedIdentity>;
}

const isPem = (text: string) => text.includes('-----BEGIN');
const readText = (value: string) => (isPem(value) ? value : readFile(value, 'utf8'));

export function createTlsIdentity(files: TlsFiles, logger: Logger): TlsIdentity {
  const paths = [files.certificate, files.key, files.authority].filter((value) => value !== null && !isPem(value));
  let former: { version: string; loaded: LoadedIdentity } | null = null;
  let loading: Promise<LoadedIdentity> | null = null;

  async function load(): Promise<LoadedIdentity> {
    try {
      const version = await versionOf(paths as string[]);
      if (former?.version !== version) former = { version, loaded: await readIdentity(files) };
    } catch (error) {
      if (former === null) throw error;
      logger.error({ err: error }, 'A changed certificate cannot be used: the former one stays');
    }
    return former.loaded;
  }

  return {
    current: () => {
      loading ??= load().finally(() => {
        loading = null;
      });
      return loading;
    },
  };
}

async function versionOf(paths: readonly string[]): Promise<string> {
  const stats = await Promise.all(paths.map((path) => stat(path, { bigint: true })));
  return stats.map(({ ino, size, mtimeNs }) => `${ino}:${size}:${mtimeNs}`).join();
}

async function readIdentity(files: TlsFiles): Promise<LoadedIdentity> {
  const options = await readOptions(files);
  const context = createSecureContext(options);
  const certificate = await certificateOf(context);
  return {
    options,
    context,
    thumbprint: createHash('sha256').update(certificate.raw).digest('base64url'),
    endsAt: certificate.validToDate,
  };
}

async function readOptions({ certificate, key, passphrase, authority }: TlsFiles): Promise<SecureContextOptions> {
  const bytes = isPem(certificate) ? Buffer.from(certificate) : await readFile(certificate);
  const trusted = {
    minVersion: 'TLSv1.2',
    ...(passphrase === null ? {} : { passphrase }),
    ...(authority === null ? {} : { ca: await readText(authority) }),
  } as const;
  if (!isPem(bytes.toString('latin1'))) return { ...trusted, pfx: bytes, passphrase: passphrase ?? '' };
  // Some banks hand out one file with both.
  return { ...trusted, cert: bytes, key: key === null ? bytes : await readText(key) };
}

/** Only a handshake tells the certificate of PKCS #12, and that its key belongs to it. */
async function certificateOf(secureContext: SecureContext): Promise<X509Certificate> {
  const [ours, theirs] = duplexPair();
  const server = new TLSSocket(ours as never, { isServer: true, secureContext });
  const client = connect({ socket: theirs, rejectUnauthorized: false });
  server.on('error', (error) => client.destroy(error));
  try {
    await once(client, 'secureConnect');
    const certificate = client.getPeerX509Certificate();
    if (certificate === undefined) throw new Error('The file has no certificate');
    return certificate;
  } finally {
    client.destroy();
    server.destroy();
  }
}
