import { type ChildProcess, spawn } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chooseServerUser, findBinaries } from '@lisura/embedded-postgres';
import { type Figure, median } from './results.ts';
import { startProductServer } from './servers.ts';

const ROUNDS = 3;
const GOAL = 3;

/** From the start of the process on an empty folder to the first answered request, against initdb and start alone. */
export async function startupBenchmark(): Promise<Figure[]> {
  const rounds: { ours: number; theirs: number }[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const measured = { theirs: await timeBareDatabase(), ours: await timeProduct() };
    rounds.push(measured);
    console.log(`round ${round}: ${measured.ours.toFixed(0)} ms, bare database ${measured.theirs.toFixed(0)} ms`);
  }
  const ratio = median(rounds.map(({ ours, theirs }) => ours / theirs));
  const yardstick = median(rounds.map(({ theirs }) => theirs));
  return [
    {
      figure: 'first start to first answer ÷ initdb and start',
      ratio,
      goal: `≤ ${GOAL}`,
      met: ratio <= GOAL,
      note: `initdb and start: ${yardstick.toFixed(0)} ms, median of ${ROUNDS} rounds`,
    },
  ];
}

async function timeProduct(): Promise<number> {
  const startedMs = performance.now();
  const server = await startProductServer();
  const response = await fetch(`${server.address}/api/health/ready`);
  if (response.status !== 200) throw new Error(`The server is not ready: ${response.status}`);
  const elapsedMs = performance.now() - startedMs;
  await server.stop();
  return elapsedMs;
}

async function timeBareDatabase(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lisura-bare-'));
  const binaries = await findBinaries();
  const user = await chooseServerUser(binaries, folder, undefined);
  const cluster = path.join(folder, 'cluster');
  await mkdir(cluster, { mode: 0o700 });
  if (user.owner !== undefined) {
    for (const owned of [folder, cluster]) await chown(owned, user.owner.uid, user.owner.gid);
  }
  const run = (program: string, args: string[]) => {
    const command = user.command(program, args);
    return spawn(command.program, command.args, { ...command.credentials, cwd: folder, stdio: 'ignore' });
  };
  const startedMs = performance.now();
  await ended(run(binaries.initdb, ['-D', cluster, '-U', 'lisura', '-A', 'trust']));
  const server = run(binaries.postgres, ['-D', cluster, '-c', 'listen_addresses=', '-k', folder, '-p', '5432']);
  await accepts(path.join(folder, '.s.PGSQL.5432'));
  const elapsedMs = performance.now() - startedMs;
  server.kill('SIGINT');
  await ended(server);
  await rm(folder, { recursive: true, force: true });
  return elapsedMs;
}

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('close', resolve));

/** A start-up packet is answered once the server takes connections. */
async function accepts(socketPath: string): Promise<void> {
  const packet = Buffer.from('\0\0\0\x08\x04\xd2\x16\x2f', 'latin1');
  for (let attempt = 0; attempt < 2_000; attempt += 1) {
    const answered = await new Promise<boolean>((resolve) => {
      const socket = net.connect(socketPath, () => socket.write(packet));
      socket.once('data', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (answered) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('The bare database did not come up');
}
