import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Sandbox, startSandbox } from '@lisura/sandbox';
import { followSandboxPictures } from '../../../src/app/sandbox.ts';
import { type Db, openDatabase } from '../../../src/platform/database/db.ts';
import { silentLogger } from '../../../src/platform/observability/logger.ts';
import { makeDataFolder } from '../../support/folders.ts';
import { PATIENCE } from '../../support/patience.ts';
import { type ServerProcess, startServerProcess } from '../../support/processes.ts';
import { freePort } from './asking.ts';

/** From here the outer one of two proxies asks the inner one. */
export const OUTER_PROXY = '127.0.0.2';

interface Certificate {
  certificate: string;
  key: string;
  /** In one file. */
  both: string;
}

export interface Site {
  /** Where the proxy stands, for browsers. */
  url: string;
  port: number;
  processes: RunningProcess[];
  sandbox: Sandbox;
  certificate: Certificate;
  folder: string;
  db: Db;
}

interface RunningProcess {
  port: number;
  restart(): Promise<void>;
}

/**
 * Two processes with the settings of production. The outside world is the sandbox, behind TLS as the real one is, so that the
 * start takes it beside a bank.
 */
export async function startSite(databaseUrl: string, services: AsyncDisposableStack): Promise<Site> {
  const folder = await makeDataFolder('lisura-proxies-');
  services.defer(() => rm(folder, { recursive: true, force: true }));
  const { authority, ...certificate } = makeAuthority(folder);
  setDefaultCACertificates([...getCACertificates('default'), await readFile(authority, 'utf8')]);
  const sandbox = await startSandboxWithTls(certificate, services);
  const settings = { DATABASE_URL: databaseUrl, SECRETS_KEY: 'b4'.repeat(32), NODE_EXTRA_CA_CERTS: authority };
  // Only a start beside the sandbox has a catalogue and cases to begin with.
  const first = startServerProcess({ ...settings, DATA_DIR: path.join(folder, 'first') });
  await first.ready;
  await first.stop();
  const db = openDatabase({ address: databaseUrl, logger: silentLogger, poolSize: 4, patience: PATIENCE });
  services.defer(() => db.close());
  await followSandboxPictures(db, sandbox.url);
  const port = await freePort();
  const url = `https://localhost:${port}`;
  await sandbox.notifyPaymentsTo(`${url}/api/payment/deposit/webhook/pix`);
  const production = {
    ...settings,
    NODE_ENV: 'production',
    LOG_LEVEL: 'info',
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DRAIN_SECONDS: '2',
    TRUST_PROXY: `127.0.0.1,${OUTER_PROXY}`,
    IDENTITY_URL: sandbox.identityUrl,
    PIX_URL: sandbox.pixUrl,
    PIX_CLIENT_ID: sandbox.pixAccount.clientId,
    PIX_CLIENT_SECRET: sandbox.pixAccount.clientSecret,
    PIX_KEY: sandbox.pixAccount.key,
    PIX_WEBHOOK_SECRET: sandbox.pixAccount.webhookSecret,
    RATE_LIMIT_GLOBAL: '0',
    RATE_LIMIT_CASE_OPEN: '0',
  };
  const processes = await Promise.all(
    ['a', 'b'].map((name) => startProcess({ ...production, DATA_DIR: path.join(folder, name) }, services)),
  );
  return { url, port, processes, sandbox, certificate, folder, db };
}

async function startProcess(settings: Record<string, string>, services: AsyncDisposableStack): Promise<RunningProcess> {
  const port = await freePort();
  const start = (): ServerProcess => startServerProcess({ ...settings, PORT: String(port) });
  let running = start();
  services.defer(async () => void (await running.stop()));
  await running.ready;
  return {
    port,
    restart: async () => {
      await running.stop();
      running = start();
      await running.ready;
    },
  };
}

/** The authority vouches for `localhost`. */
function makeAuthority(folder: string): Certificate & { authority: string } {
  const file = (name: string) => path.join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    file('ca.key'),
    '-out',
    file('ca.pem'),
    '-subj',
    '/CN=Test authority',
    '-days',
    '2',
  );
  openssl(
    ...[
      'req',
      '-x509',
      ...newKey,
      '-CA',
      file('ca.pem'),
      '-CAkey',
      file('ca.key'),
      '-subj',
      '/CN=localhost',
      '-days',
      '2',
    ],
    ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1', '-addext', 'basicConstraints=critical,CA:FALSE'],
    ...['-keyout', file('site.key'), '-out', file('site.pem')],
  );
  writeFileSync(file('both.pem'), `${readFileSync(file('site.pem'))}${readFileSync(file('site.key'))}`);
  return { authority: file('ca.pem'), both: file('both.pem'), certificate: file('site.pem'), key: file('site.key') };
}

async function startSandboxWithTls(
  { certificate, key }: Certificate,
  services: AsyncDisposableStack,
): Promise<Sandbox> {
  const front = createServer({ cert: await readFile(certificate), key: await readFile(key) }, (asked, answer) => {
    const { method, url, headers } = asked;
    const passed = request({ host: '127.0.0.1', port: sandbox.port, method, path: url, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    passed.on('error', () => answer.destroy());
    asked.pipe(passed);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  services.defer(() => {
    front.closeAllConnections();
    front.close();
  });
  const { port } = front.address() as AddressInfo;
  const sandbox = await startSandbox({ port: 0, publicUrl: `https://localhost:${port}` });
  services.defer(() => sandbox.close());
  return sandbox;
}
