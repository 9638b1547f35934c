import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type EmbeddedPostgres, readPostmasterPid, startEmbeddedPostgres } from '@lisura/embedded-postgres';
import { Client } from 'pg';
import { backUp } from '../back-up.ts';
import { standBefore } from '../database-wire.ts';

/** A PostgreSQL acknowledges nothing before its standby has it, and dies; the standby takes its place. */
export interface ReplicatedDatabase {
  primaryUrl(): string;
  /** Makes a standby of it where there is none, and returns once every commit waits for that. */
  addStandby(): Promise<void>;
  /** From here on nothing reaches the standby, until it is let through or the primary has died. */
  holdBack(): void;
  letThrough(): void;
  /** It is kill -9, so messages that were held back never arrive. */
  killPrimary(): Promise<void>;
  /** The standby is in charge from now on, at its own address. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

interface Node {
  dataDir: string;
  server: EmbeddedPostgres;
}

/** Nothing of it outlives the machine, and a slow one is not taken for a dead one. */
const SETTINGS = {
  fsync: 'off',
  autovacuum: 'off',
  max_connections: '100',
  wal_keep_size: '1GB',
  max_wal_size: '1GB',
  wal_sender_timeout: '0',
  wal_receiver_timeout: '0',
  wal_retrieve_retry_interval: '50ms',
  dynamic_shared_memory_type: 'mmap',
};
const LOOK_AGAIN_MS = 5;
/** The server's socket is in a folder that only its own user may enter. */
const ACCESS = 'local all all trust\nlocal replication all trust\n';

export async function startReplicatedDatabase(folder: string): Promise<ReplicatedDatabase> {
  const accessFile = path.join(folder, 'access.conf');
  await mkdir(folder, { recursive: true });
  await writeFile(accessFile, ACCESS, { mode: 0o644 });
  const settings = { ...SETTINGS, hba_file: accessFile };
  let made = 0;
  const newDataDir = () => {
    made += 1;
    return path.join(folder, `server-${made}`);
  };
  const firstDir = newDataDir();
  let primary: Node = { dataDir: firstDir, server: await startEmbeddedPostgres({ dataDir: firstDir, settings }) };
  let standby: Node | null = null;
  const line = await openLine(() => primary.server.url);

  const remove = async ({ dataDir, server }: Node) => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return {
    primaryUrl: () => primary.server.url,
    addStandby: async () => {
      if (standby !== null) return;
      const dataDir = newDataDir();
      await backUp(primary.dataDir, dataDir);
      await writeFile(path.join(dataDir, 'postgres/standby.signal'), '');
      const { released } = await holdCommits(primary.server.url);
      const server = await startEmbeddedPostgres({ dataDir, settings: { ...settings, primary_conninfo: line.info } });
      standby = { dataDir, server };
      await released;
    },
    holdBack: line.holdBack,
    letThrough: line.letThrough,
    killPrimary: async () => {
      const { pid } = (await readPostmasterPid(path.join(primary.dataDir, 'postgres'))) ?? assert.fail('none runs');
      process.kill(pid, 'SIGKILL');
      await primary.server.exited;
      line.cut();
    },
    promote: async () => {
      const next = standby ?? assert.fail('there is no standby');
      const dead = primary;
      primary = next;
      standby = null;
      await ask(next.server.url, 'select pg_promote(true, 600)');
      line.letThrough();
      await remove(dead);
    },
    stop: async () => {
      await line.close();
      if (standby !== null) await remove(standby);
      await remove(primary);
    },
  };
}

/**
 * From here on every commit waits for a standby; it resolves, with the waiting commits, once one was seen to wait. The
 * copy for the standby was made before, so that it waits for nobody when it is the primary.
 */
async function holdCommits(url: string): Promise<{ released: Promise<unknown> }> {
  await ask(url, `alter system set synchronous_standby_names = '*'`);
  await ask(url, 'select pg_reload_conf()');
  const waiting = `select from pg_stat_activity where wait_event = 'SyncRep' and query like '%seen to wait%'`;
  for (;;) {
    let isDone = false;
    const commit = ask(url, `select pg_logical_emit_message(true, 'test', 'seen to wait')`).then(() => {
      isDone = true;
    });
    while (!isDone && (await ask(url, waiting)).length === 0) await pause(LOOK_AGAIN_MS);
    if (!isDone) return { released: commit };
  }
}

async function openLine(primaryUrl: () => string) {
  const upstreams = new Set<Socket>();
  let isHeld = false;
  const standing = await standBefore(primaryUrl, (client, upstream) => {
    client.on('data', (chunk) => upstream.write(chunk));
    upstream.on('data', (chunk) => client.write(chunk)).on('close', () => upstreams.delete(upstream));
    upstreams.add(upstream);
    if (isHeld) upstream.pause();
  });
  const { hostname, port, username } = new URL(standing.url);
  return {
    info: `host=${hostname} port=${port} user=${username} application_name=standby`,
    close: standing.close,
    holdBack: () => {
      isHeld = true;
      for (const upstream of upstreams) upstream.pause();
    },
    letThrough: () => {
      isHeld = false;
      for (const upstream of upstreams) upstream.resume();
    },
    cut: () => {
      for (const upstream of upstreams) upstream.destroy();
    },
  };
}

export async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
