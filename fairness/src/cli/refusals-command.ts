import {
  excessOf,
  growingTree,
  HASH_MAX,
  isHeadSigned,
  isUpgradeWon,
  type Leaf,
  type LogHead,
  type Luck,
  leafHash,
  leafOf,
  logHeadFrom,
  luckOfTable,
  luckOfUpgrade,
  type RefusedPlay,
  readJson,
  refusalFrom,
  rollOf,
  seedHash,
  UnreadableJson,
  upgradeThreshold,
  type ValuedRange,
} from '../index.ts';
import type { JsonFields } from '../plays/read-json.ts';
import { required } from './arguments.ts';
import type { Answer, Command } from './command.types.ts';
import { jsonFrom, readFrom, readOrReason } from './given-json.ts';
import { REFUSALS_HELP } from './help.ts';
import { alarm, type Finding, holds, notChecked, verdictOn } from './log-finding.ts';
import { leavesFrom } from './log-leaves.ts';
import type { Outside } from './outside.ts';

const AT_ONCE = 500;
/** Chance exceeds this bound once in 25,000 times, by Bernstein's inequality. */
const LARGEST_Z = 4.5;
/** Fewer refusals prove nothing. */
const FEWEST = 30;
/** A few lies are enough to show that a server lies. */
const MOST_TOLD = 20;
/** A refusal may take this long to reach the log. */
const LOGGED_WITHIN_MS = 60_000;

export const REFUSALS_COMMAND: readonly [name: string, command: Command] = [
  'refusals',
  { help: REFUSALS_HELP, valueOptions: ['server'], run: runRefusals },
];

async function runRefusals(values: ReadonlyMap<string, string>, outside: Outside): Promise<Answer> {
  const server = required(values, 'server');
  const plays = await refusedPlays(server, outside);
  const head = readFrom('the head of the log', await jsonFrom(server, '/api/log/head', outside), logHeadFrom);
  const judged = await judgedPlays(server, plays, outside);
  const findings = [
    ...(await checkLogged(server, head, plays, outside)),
    ...checkRolls(plays),
    ...judged.findings,
    ...checkExcess(judged.plays),
  ];
  const verdict = verdictOn(findings);
  return {
    json: { head, refusals: plays.length, judged: judged.plays.length, findings, verdict },
    lines: [`${plays.length} refused plays are listed`, ...findings.map(({ line }) => line), verdict],
    verdict,
  };
}

async function refusedPlays(server: string, outside: Outside): Promise<RefusedPlay[]> {
  const plays: RefusedPlay[] = [];
  for (;;) {
    const path = `/api/provably-fair/refusals?after=${plays.at(-1)?.id ?? '0'}&limit=${AT_ONCE}`;
    const page = readFrom(`${server}${path}`, await jsonFrom(server, path, outside), (json) => {
      const { refusals } = json as { refusals?: unknown };
      if (!Array.isArray(refusals)) throw new UnreadableJson(`'refusals' must be a list`);
      const read = refusals.map(refusalFrom);
      const ids = [...plays.slice(-1), ...read].map(({ id }) => BigInt(id));
      if (ids.some((id, index) => index > 0 && id <= (ids[index - 1] as bigint)))
        throw new UnreadableJson('ids must rise');
      return read;
    });
    plays.push(...page);
    if (page.length < AT_ONCE) return plays;
  }
}

/** Reads the whole log: each listed refusal must be in it, and each refusal in it must be listed. */
async function checkLogged(
  server: string,
  head: LogHead,
  plays: readonly RefusedPlay[],
  outside: Outside,
): Promise<Finding[]> {
  if (!(await isHeadSigned(head))) return [alarm('the head of the log is not signed')];
  const listed = new Map<string, Leaf>(plays.map((play) => [play.id, leafOf('REFUSALS', play)]));
  const tree = growingTree();
  const logged = new Set<string>();
  const lies: string[] = [];
  for (let read = 0; read < head.size; read = tree.tree().size) {
    const leaves = await leavesFrom(server, read, head.size, outside);
    if ('reason' in leaves) return [alarm(`what the server shows as its leaves are none: ${leaves.reason}`)];
    for (const { kind, id, hash } of leaves.value) {
      tree.add(hash);
      if (kind !== 'REFUSALS') continue;
      const leaf = listed.get(String(id));
      logged.add(String(id));
      if (leaf === undefined) lies.push(`REFUSALS ${id} is in the log and is not listed`);
      else if (leafHash(leaf.text) !== hash) lies.push(`REFUSALS ${id} is not listed as it was logged`);
    }
  }
  if (tree.tree().root !== head.root)
    lies.push('the leaves that the server shows do not come to the head that it has signed');
  const missing = plays.filter(({ id }) => !logged.has(id));
  const isNew = ({ at }: RefusedPlay) => Date.parse(at) > Date.parse(head.at) - LOGGED_WITHIN_MS;
  lies.push(
    ...missing.filter((play) => !isNew(play)).map(({ id }) => `REFUSALS ${id} is listed and is not in the log`),
  );
  const fresh = missing.filter(isNew).length;
  return [
    ...lies.slice(0, MOST_TOLD).map(alarm),
    ...(lies.length === 0
      ? [holds(`All ${head.size} leaves of the log were read: each refusal in it is listed as it was logged`)]
      : []),
    ...(fresh > 0 ? [notChecked(`${fresh} are newer than the head of the log`)] : []),
  ];
}

/** The revealed seed must give the shown hash, and the roll with the refused client seed. */
function checkRolls(plays: readonly RefusedPlay[]): Finding[] {
  const revealed = plays.filter(({ serverSeed }) => serverSeed !== null);
  const wrong = revealed.flatMap(({ id, serverSeed, serverSeedHash, clientSeed, nonce, roll, game }) => {
    if (serverSeed === null || seedHash(serverSeed) !== serverSeedHash) {
      return [alarm(`the server seed of REFUSALS ${id} does not give the hash that was shown`)];
    }
    // The client seed of a bot is computed from several seeds.
    const isRight =
      roll === null ? game === 'BATTLES' : roll === rollOf({ serverSeed, clientSeed, nonce, max: HASH_MAX });
    return isRight ? [] : [alarm(`REFUSALS ${id} would not have rolled ${roll}`)];
  });
  if (wrong.length > 0) return wrong.slice(0, MOST_TOLD);
  const open = plays.length - revealed.length;
  return [holds(`${revealed.length} are revealed, and their rolls are right; ${open} wait for a roll of their nonce`)];
}

interface JudgedPlay extends Luck {
  play: RefusedPlay;
}

/** Counts each roll once, by the first refusal that says what it would have given. */
async function judgedPlays(server: string, plays: readonly RefusedPlay[], outside: Outside) {
  const tables = new Map<string, Promise<readonly ValuedRange[] | null>>();
  const tableAt = (path: string, read: (json: unknown) => ValuedRange[]) => {
    const table = tables.get(path) ?? readTable(server, path, read, outside);
    tables.set(path, table);
    return table;
  };
  const luckOf = async ({ game, terms: [first, second], roll }: RefusedPlay): Promise<Luck | null> => {
    if (roll === null || typeof second !== 'number') return null;
    if (game === 'UPGRADES') return luckOfUpgrade(second, roll);
    if (game === 'CASES') {
      const table = await tableAt(`/api/cases/${first}/versions/${second}`, (json) =>
        readJson(json)
          .list('items')
          .map((item) => rangeOf(item, item)),
      );
      return table && luckOfTable(table, roll);
    }
    if (game !== 'SHOTS') return null;
    const table = await tableAt(`/api/event/${first}#${second}`, (json) => {
      const found = readJson(json)
        .list('shoots')
        .find((each) => each.integer('ticketPrice') === second);
      return (found?.list('prizes') ?? []).map((prize) => rangeOf(prize, prize.fields('item')));
    });
    return table && luckOfTable(table, roll);
  };
  const judged = new Map<string, JudgedPlay>();
  const unknown = new Set<string>();
  for (const play of plays.filter(({ roll }) => roll !== null)) {
    const name = `${play.serverSeedHash} ${play.clientSeed}`;
    if (judged.has(name)) continue;
    const luck = await luckOf(play).catch((error) => {
      if (error instanceof RangeError) return null;
      throw error;
    });
    if (luck === null) unknown.add(name);
    else {
      unknown.delete(name);
      judged.set(name, { ...luck, play });
    }
  }
  const findings =
    unknown.size === 0 ? [] : [holds(`Of ${unknown.size} revealed rolls it is not known what they would have given`)];
  return { plays: [...judged.values()], findings };
}

const rangeOf = (range: JsonFields, item: JsonFields): ValuedRange => ({
  hashRangeStart: range.integer('hashRangeStart'),
  hashRangeEnd: range.integer('hashRangeEnd'),
  valueCents: item.cents('valueCentsBrl'),
});

async function readTable(server: string, path: string, read: (json: unknown) => ValuedRange[], outside: Outside) {
  const [address = ''] = path.split('#');
  const json = await jsonFrom(server, address, outside, [200, 404]);
  const result = readOrReason(json, read);
  return 'value' in result ? result.value : null;
}

/** Tests whether refused plays would have been luckier than chance, in all and for each reason. */
function checkExcess(judged: readonly JudgedPlay[]): Finding[] {
  const codes = [...new Set(judged.map(({ play }) => play.code))];
  const findings = codes.map((code) =>
    excessFinding(
      code,
      judged.filter(({ play }) => play.code === code),
    ),
  );
  if (codes.length > 1) findings.push(excessFinding('All of them', judged));
  if (judged.length >= FEWEST || findings.some(({ verdict }) => verdict === 'NOT VALID')) return findings;
  return [
    ...findings,
    notChecked(`${judged.length} refused plays can be judged; ${FEWEST} are needed to tell chance from choice`),
  ];
}

function excessFinding(name: string, plays: readonly JudgedPlay[]): Finding {
  const z = excessOf(plays);
  const upgrades = plays.flatMap(({ play: { game, terms, roll } }) =>
    game === 'UPGRADES' ? [{ units: Number(terms[1]), roll: Number(roll) }] : [],
  );
  const won = upgrades.filter(({ units, roll }) => isUpgradeWon(units, roll)).length;
  const expected = upgrades.reduce((sum, { units }) => sum + (HASH_MAX - upgradeThreshold(units) + 1) / HASH_MAX, 0);
  const ofUpgrades =
    upgrades.length === 0
      ? ''
      : `; of ${upgrades.length} upgrades ${won} would have won, where ${expected.toFixed(1)} were to be expected`;
  const line = `${name}: ${plays.length} refused plays judged, z = ${z.toFixed(2)}${ofUpgrades}`;
  return z > LARGEST_Z
    ? alarm(`${line}. They would have been luckier than chance: z is above ${LARGEST_Z}`)
    : holds(line);
}
