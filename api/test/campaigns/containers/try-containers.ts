import { randomUUID } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Db, openDatabase } from '../../../src/platform/database/db.ts';
import { sql } from '../../../src/platform/database/sql.ts';
import { silentLogger } from '../../../src/platform/observability/logger.ts';
import { makeDataFolder } from '../../support/folders.ts';
import { PATIENCE } from '../../support/patience.ts';
import { createPlayer, type Person } from '../../support/people.ts';
import { startServerProcess } from '../../support/processes.ts';
import { ensureBaseImage } from './base-image.ts';
import { buildImage, dockerfileOf, IMAGE } from './image.ts';
import { faultsOfCompose, faultsOfKubernetes, hasSchemas, SCHEMAS_COMMAND } from './manifests.ts';
import { command, missingOf } from './tools.ts';

interface Finding {
  name: string;
  figure: string;
  isGood: boolean;
}

interface Ground {
  databaseUrl: string;
  stops: number;
  onProgress: (done: number, all: number) => void;
}

const PROGRAMS = ['git', 'npm', 'mmdebstrap', 'buildah', 'podman', 'kubectl', 'docker-compose'];
const KEYS = { SECRETS_KEY: 'a7'.repeat(32) };
const DRAIN_SECONDS = 2;
/** DRAIN_SECONDS come before these. */
const STOP_MS = 5_000;
const START_MS = 10_000;
const PLAYERS = 24;
const OPENINGS_BEFORE_STOP = 60;
const BETWEEN_OPENINGS_MS = 100;

export async function tryContainers({ databaseUrl, stops, onProgress }: Ground): Promise<Finding[]> {
  const missing = [...(await missingOf(PROGRAMS)), ...((await hasSchemas()) ? [] : [`\`${SCHEMAS_COMMAND}\``])];
  if (missing.length > 0)
    return [{ name: 'this machine has all that is needed', figure: missing.join(', '), isGood: false }];
  const folder = await makeDataFolder('lisura-containers-');
  const steps = 4 + stops;
  const findings: Finding[] = [];
  const note = (name: string, figure: string, isGood: boolean) => {
    findings.push({ name, figure, isGood });
    onProgress(findings.length, steps);
  };
  try {
    const ofCompose = await faultsOfCompose(folder);
    note(
      'Compose accepts its file, which holds no secret',
      ofCompose.join('; ') || 'no faults',
      ofCompose.length === 0,
    );
    const { checked, faults } = await faultsOfKubernetes();
    note('Kubernetes’ schemas accept both overlays', faults.join('; ') || `${checked} objects`, faults.length === 0);
    const base = await ensureBaseImage(dockerfileOf(), folder);
    note('the base image', `${base.name}${base.isMade ? ', made here' : ''}`, true);
    const image = await buildImage(folder);
    const held = image.leaks.length === 0 ? 'neither secrets nor development packages' : image.leaks.join(', ');
    note('the image', `${(image.bytes / 1e6).toFixed(0)} MB, user ${image.user}, ${held}`, image.isGood);
    await tryStops({ databaseUrl, stops, folder, note });
    return findings;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Trial {
  databaseUrl: string;
  stops: number;
  folder: string;
  note: (name: string, figure: string, isGood: boolean) => void;
}

async function tryStops({ databaseUrl, stops, folder, note }: Trial): Promise<void> {
  // Only a start beside the sandbox has a catalogue and cases to begin with.
  const first = startServerProcess({ DATABASE_URL: databaseUrl, DATA_DIR: folder, ...KEYS });
  await first.ready;
  await first.stop();
  // The container's user is not the one that started the database.
  const socket = socketFolder(databaseUrl);
  if (socket !== null) await chmod(socket, 0o711);
  const db = openDatabase({ address: databaseUrl, logger: silentLogger, poolSize: 4, patience: PATIENCE });
  try {
    for (let turn = 1; turn <= stops; turn += 1) {
      const { startMs, stopMs, sent, answered, opened, counted, code } = await stopUnderLoad(databaseUrl, db);
      const isGood =
        startMs <= START_MS &&
        stopMs <= DRAIN_SECONDS * 1_000 + STOP_MS &&
        answered === sent &&
        counted === opened &&
        code === 0;
      const times = `ready after ${(startMs / 1e3).toFixed(1)} s, stopped in ${(stopMs / 1e3).toFixed(1)} s`;
      note(
        `stop ${turn}`,
        `${times}, ${answered} of ${sent} answered, ${opened} opened, ${counted} in the books, exit ${code}`,
        isGood,
      );
    }
  } finally {
    await db.close();
  }
}

async function stopUnderLoad(databaseUrl: string, db: Db) {
  const players = await Promise.all(Array.from({ length: PLAYERS }, () => createPlayer(db, 1_000_000_000)));
  const [cheapest] = await db.query<{ id: string }>(
    sql`select id from cases where status = 'ACTIVE' order by price_cents, id limit 1`,
  );
  // Copying the image's files is the engine's work, and no part of a start.
  const container = (await command('podman', createCommand(databaseUrl))).trim();
  const server = startServerProcess({}, ['podman', 'start', '--attach', '--sig-proxy', container]);
  const url = await server.ready;
  const startMs = server.startTookMs();
  const load = { sent: 0, answered: 0, opened: 0, isOver: false };
  const loads = players.map((player) => play(load, `${url}/api/cases/${cheapest?.id}/open`, player));
  const looks = look(load, url);
  while (load.opened < OPENINGS_BEFORE_STOP) await delay(10);
  const stoppedMs = performance.now();
  const { code } = await server.stop();
  const stopMs = performance.now() - stoppedMs;
  await Promise.all([...loads, looks]);
  await command('podman', ['rm', container]);
  const ids = players.map(({ userId }) => userId);
  const openings = await db.query(sql`select from case_openings where user_id = any(${ids})`);
  return {
    startMs,
    stopMs,
    sent: load.sent,
    answered: load.answered,
    opened: load.opened,
    counted: openings.length,
    code,
  };
}

/** The campaign's database listens on a socket in a folder. */
const socketFolder = (databaseUrl: string) => new URL(databaseUrl).searchParams.get('host');

/** As compose.yaml and the StatefulSet run it: the root is read-only and no capability is left. */
function createCommand(databaseUrl: string): string[] {
  const settings = {
    ...KEYS,
    DATABASE_URL: databaseUrl,
    PUBLIC_URL: 'https://lisura.example',
    PORT: '0',
    HEALTH_PORT: '0',
    LOG_LEVEL: 'info',
    DRAIN_SECONDS: String(DRAIN_SECONDS),
  };
  const environment = Object.entries(settings).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const guards = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'];
  const socket = socketFolder(databaseUrl);
  const folders = socket === null ? [] : ['--volume', `${socket}:${socket}`];
  const basics = ['--pull', 'never', '--network', 'host'];
  return ['create', ...basics, ...folders, ...guards, ...environment, IMAGE];
}

interface Load {
  sent: number;
  answered: number;
  opened: number;
  isOver: boolean;
}

/** Sends one opening after the other, as long as the load balancer would. */
async function play(load: Load, address: string, player: Person): Promise<void> {
  while (!load.isOver) {
    load.sent += 1;
    const answer = await fetch(address, {
      method: 'POST',
      headers: { ...player.headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ quantity: 1 }),
    }).catch(() => null);
    const body = await answer?.text().catch(() => null);
    if (answer && body) load.answered += 1;
    if (answer?.status === 200 && body) load.opened += 1;
    await delay(BETWEEN_OPENINGS_MS);
  }
}

/** A load balancer looks at readiness, and sends nothing to a process that is not ready. */
async function look(load: Load, url: string): Promise<void> {
  while (!load.isOver) {
    const answer = await fetch(`${url}/api/health/ready`).catch(() => null);
    await answer?.text();
    load.isOver = answer?.status !== 200;
    await delay(100);
  }
}
