import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, freePort } from './asking.ts';
import { OUTER_PROXY, type Site } from './site.ts';

const OPS = path.resolve(import.meta.dirname, '../../../../ops');
const LOOK_AGAIN_MS = 50;

/** A proxy of the machine, run from the file that is shipped. */
export interface Front {
  name: string;
  program: string;
  file: string;
  /** Names, ports and paths alone are other ones; each must be in the file. */
  replaced(site: Site, plainPort: number): [string | RegExp, string][];
  /** Writes the rest of the configuration, and gives the arguments of the program. */
  start(file: string, folder: string, site: Site): Promise<string[]>;
  reload(child: ChildProcess, file: string): void;
  /** Caddy 2.6 closes them when it reads its file anew. */
  keepsSockets: boolean;
}

export interface RunningFront {
  reload(): void;
  stop(): Promise<void>;
}

const addresses = ({ processes: [one, two] }: Site): [string | RegExp, string][] => [
  [/10\.0\.0\.11:3000/g, `127.0.0.1:${one?.port}`],
  [/10\.0\.0\.12:3000/g, `127.0.0.1:${two?.port}`],
  [/192\.0\.2\.1\b/g, OUTER_PROXY],
];

const aroundNginx = (folder: string, inner: string) => `user root; worker_processes 2; daemon off;
pid ${folder}/nginx.pid; error_log ${folder}/nginx.log warn;
events { worker_connections 2000; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  ${inner}
}
`;

export const FRONTS: readonly Front[] = [
  {
    name: 'nginx',
    program: 'nginx',
    file: 'nginx/lisura.conf',
    replaced: (site, plainPort) => [
      ...addresses(site),
      [/listen (\[::\]:)?80;/g, `listen $1${plainPort};`],
      [/listen (\[::\]:)?443 /g, `listen $1${site.port} `],
      [/server_name example\.com/g, 'server_name localhost'],
      [/\/etc\/letsencrypt\S+fullchain.pem/, site.certificate.certificate],
      [/\/etc\/letsencrypt\S+privkey.pem/, site.certificate.key],
    ],
    start: async (file, folder) => {
      const main = path.join(folder, 'nginx.conf');
      await writeFile(main, aroundNginx(folder, `include ${file};`));
      return ['-c', main];
    },
    reload: (child) => child.kill('SIGHUP'),
    keepsSockets: true,
  },
  {
    name: 'HAProxy',
    program: 'haproxy',
    file: 'haproxy/haproxy.cfg',
    replaced: (site, plainPort) => [
      ...addresses(site),
      ['bind :80', `bind :${plainPort}`],
      ['bind :443 ', `bind :${site.port} `],
      ['/run/haproxy/admin.sock', path.join(site.folder, 'haproxy.sock')],
      ['/etc/haproxy/example.com.pem', site.certificate.both],
    ],
    start: async (file) => ['-W', '-f', file],
    reload: (child) => child.kill('SIGUSR2'),
    keepsSockets: true,
  },
  {
    name: 'Caddy',
    program: 'caddy',
    file: 'caddy/Caddyfile',
    replaced: (site) => [
      ...addresses(site),
      ['example.com {', `localhost {\n\ttls ${site.certificate.certificate} ${site.certificate.key}`],
    ],
    start: async (file, folder, { port }) => {
      const main = path.join(folder, 'main');
      const ports = `admin unix/${folder}/admin.sock\n http_port ${await freePort()}\n https_port ${port}`;
      await writeFile(main, `{\n ${ports}\n storage file_system ${folder}\n}\nimport ${file}\n`);
      return ['run', '--config', main, '--adapter', 'caddyfile'];
    },
    reload: (_child, file) => {
      const folder = path.dirname(file);
      const where = ['--config', path.join(folder, 'main'), '--adapter', 'caddyfile'];
      // Without --force a file that is the same is not read anew.
      spawn('caddy', ['reload', '--force', ...where, '--address', `unix/${folder}/admin.sock`], { stdio: 'ignore' });
    },
    keepsSockets: false,
  },
];

export const isThere = (program: string): boolean => {
  try {
    execFileSync('which', [program], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
};

export async function startFront(front: Front, site: Site): Promise<RunningFront> {
  const folder = path.join(site.folder, front.name);
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, path.basename(front.file));
  await writeFile(
    file,
    replaceAll(await readFile(path.join(OPS, front.file), 'utf8'), front.replaced(site, await freePort())),
  );
  const child = await run(front.program, await front.start(file, folder, site), site.url);
  return { reload: () => front.reload(child, file), stop: () => stop(child) };
}

/** It stands before the shipped proxy and names the client. */
export async function startOuterProxy(site: Site): Promise<{ url: string; stop(): Promise<void> }> {
  const folder = path.join(site.folder, 'outer');
  await mkdir(folder, { recursive: true });
  const port = await freePort();
  const { certificate, key } = site.certificate;
  const inner = `server {
    listen 127.0.0.1:${port} ssl; ssl_certificate ${certificate}; ssl_certificate_key ${key};
    location / {
      proxy_pass https://127.0.0.1:${site.port}; proxy_bind ${OUTER_PROXY}; proxy_ssl_server_name on; proxy_ssl_name localhost;
      proxy_set_header Host localhost:${site.port}; proxy_set_header X-Forwarded-For $remote_addr;
    }
  }`;
  await writeFile(path.join(folder, 'nginx.conf'), aroundNginx(folder, inner));
  const url = `https://localhost:${port}`;
  const child = await run('nginx', ['-c', path.join(folder, 'nginx.conf')], url);
  return { url, stop: () => stop(child) };
}

function replaceAll(text: string, replaced: [string | RegExp, string][]): string {
  let result = text;
  for (const [from, to] of replaced) {
    const next = result.replace(from, to);
    if (next === result) throw new Error(`the shipped file has no ${from}`);
    result = next;
  }
  return result;
}

async function run(program: string, args: readonly string[], url: string): Promise<ChildProcess> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (part) => {
      said += part;
    });
  }
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${program} has ended: ${said}`);
    const answer = await ask(`${url}/api/config`).catch(() => null);
    if (answer?.status === 200) return child;
    await pause(LOOK_AGAIN_MS);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
