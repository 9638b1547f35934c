import type { AddressInfo } from 'node:net';
import { buildServer } from './server.ts';

export interface SandboxOptions {
  /** 0 takes any free port. */
  port: number;
  /** Only this machine (127.0.0.1) unless told otherwise. */
  host?: string;
  /** The origin under which browsers and the product reach the sandbox. Defaults to http://localhost:<port>. */
  publicUrl?: string;
  now?: () => Date;
}

export interface Sandbox {
  port: number;
  url: string;
  identityUrl: string;
  profileUrl: string;
  ratesUrl: string;
  itemDatabaseUrl: string;
  close(): Promise<void>;
}

/** Starts every stand-in on one port, and answers once it listens. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const host = options.host ?? '127.0.0.1';
  const givenOrigin = options.publicUrl === undefined ? undefined : originOf(options.publicUrl);
  let url = givenOrigin ?? '';
  const server = buildServer({ origin: () => url, now: options.now ?? (() => new Date()) });

  try {
    await server.listen({ port: options.port, host });
  } catch (error) {
    await server.close();
    throw explainListenFailure(error, options.port, host);
  }
  const { port } = server.server.address() as AddressInfo;
  url = givenOrigin ?? `http://localhost:${port}`;

  return {
    port,
    url,
    identityUrl: url,
    profileUrl: url,
    ratesUrl: `${url}/rates`,
    itemDatabaseUrl: `${url}/item-database`,
    close: () => server.close(),
  };
}

/** The pages link from the root, so the sandbox can live at an origin but not below a path. */
function originOf(publicUrl: string): string {
  const url = URL.canParse(publicUrl) ? new URL(publicUrl) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || `${url.origin}/` !== url.href) {
    throw new Error(`The sandbox's public address must be an http or https origin without a path, not "${publicUrl}".`);
  }
  return url.origin;
}

function explainListenFailure(error: unknown, port: number, host: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    return new Error(
      `The sandbox cannot start: port ${port} on ${host} is already in use. Set SANDBOX_PORT to a free port.`,
      { cause: error },
    );
  }
  if (code === 'EACCES') {
    return new Error(
      `The sandbox cannot start: port ${port} on ${host} is not allowed to this user. Set SANDBOX_PORT to another one.`,
      { cause: error },
    );
  }
  return error;
}
