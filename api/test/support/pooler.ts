import type { Socket } from 'node:net';
import { readAnswers, readStatements, standBefore } from './database-wire.ts';

export type PoolerMode = 'session' | 'session without limits' | 'transaction';

/**
 * A stand-in for a pooler, so far as a start gets to know one: it greets before it has a session, and gives each statement
 * one that is free. In session mode each connection has a session of its own; otherwise all share one.
 */
export async function standAsPooler(databaseUrl: string, mode: PoolerMode) {
  let shared: Session | null = null;
  return standBefore(databaseUrl, (client, upstream) => {
    if (mode === 'session') return serve(client, openSession(upstream));
    if (mode === 'session without limits') return serve(client, openSession(upstream, withoutLimits));
    if (shared === null) {
      shared = openSession(upstream);
      upstream.on('close', () => {
        shared = null;
      });
    }
    serve(client, shared);
  });
}

interface Session {
  /** Its first greeting opens it; later ones are not needed. */
  open(greeting: Buffer): void;
  /** Sends a statement to the server once those before it are answered; the answer goes to this client. */
  run(client: Socket, send: () => void): void;
  write(bytes: Buffer): void;
}

function openSession(upstream: Socket, changed = (greeting: Buffer) => greeting): Session {
  const waiting: { client: Socket; send: () => void }[] = [];
  let isGreeted = false;
  let isReady = false;
  let answered: Socket | null = null;
  const next = () => {
    const first = isReady && answered === null ? waiting.shift() : undefined;
    if (first === undefined) return;
    answered = first.client;
    first.send();
  };
  const onDone = () => {
    answered = null;
    next();
  };
  const onGreeted = () => {
    isReady = true;
    next();
  };
  const follow = readAnswers(() => undefined, onDone, onGreeted);
  upstream.on('data', (chunk: Buffer) => {
    answered?.write(chunk);
    follow(chunk);
  });
  return {
    open: (greeting) => {
      if (!isGreeted) upstream.write(changed(greeting));
      isGreeted = true;
    },
    run: (client, send) => {
      waiting.push({ client, send });
      next();
    },
    write: (bytes) => upstream.write(bytes),
  };
}

/** A greeting is its length, the version, and names with values, each ended by a zero byte. */
function withoutLimits(greeting: Buffer): Buffer {
  const fields = greeting.toString('utf8', 8).split('\0');
  const kept = ['user', 'database'].flatMap((name) => [name, fields[fields.indexOf(name) + 1] ?? '']);
  const changed = Buffer.concat([greeting.subarray(0, 8), Buffer.from(`${kept.join('\0')}\0\0`)]);
  changed.writeInt32BE(changed.length);
  return changed;
}

const TERMINATE = 'X'.charCodeAt(0);

function serve(client: Socket, session: Session): void {
  const pass = (bytes: Buffer) => {
    if (bytes[0] === TERMINATE) return;
    // The greeting has no letter before its length.
    if (bytes[0] !== 0) return session.write(bytes);
    session.open(bytes);
    client.write(welcome());
  };
  client.on(
    'data',
    readStatements((_, send) => session.run(client, send), pass),
  );
}

/** "You are in", a number that no session has, and "ready". */
function welcome(): Buffer {
  const entered = [...Buffer.from('R'), 0, 0, 0, 8, 0, 0, 0, 0];
  const made = [...Buffer.from('K'), 0, 0, 0, 12, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 1];
  return Buffer.from([...entered, ...made, ...Buffer.from('Z'), 0, 0, 0, 5, ...Buffer.from('I')]);
}
