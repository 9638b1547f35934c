import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from '../index.ts';

interface Summaries {
  response: { players: { steamid: string; personaname: string }[] };
}

describe('profiles', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ port: 0 });
  });
  after(() => sandbox.close());

  const summaries = (query: string, version = 'v2') =>
    fetch(`${sandbox.profileUrl}/ISteamUser/GetPlayerSummaries/${version}/?${query}`);
  const players = async (ids: string) => {
    const answer = (await (await summaries(`key=k&steamids=${ids}`)).json()) as Summaries;
    return answer.response.players;
  };

  it('tell name, avatar and address of an account', async () => {
    assert.deepEqual(await players('76561198000000001'), [
      {
        steamid: '76561198000000001',
        personaname: 'Helena Prado',
        profileurl: `${sandbox.url}/profiles/76561198000000001/`,
        avatarfull: `${sandbox.url}/identity/avatars/76561198000000001.svg`,
      },
    ]);
  });

  it('are told under both spellings of the version, and no other', async () => {
    const statusOf = async (version: string) => (await summaries('key=k&steamids=76561198000000001', version)).status;
    assert.deepEqual([await statusOf('v0002'), await statusOf('v2'), await statusOf('v1')], [200, 200, 404]);
  });

  it('exist for every well-formed id, the same each time, and for no other', async () => {
    const asked = '76561198123456789,12345,76561199999999999,,76561198123456789';
    const first = await players(asked);
    assert.deepEqual(
      first.map((player) => player.steamid),
      ['76561198123456789', '76561199999999999'],
    );
    assert.match(first[0]?.personaname ?? '', /^\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u);
    assert.deepEqual(await players(asked), first);
  });

  it('need a key and an id', async () => {
    assert.equal((await summaries('steamids=76561198000000001')).status, 403);
    assert.equal((await summaries('key=&steamids=76561198000000001')).status, 403);
    assert.equal((await summaries('key=k')).status, 400);
  });

  it('have a portrait of their own, the same each time', async () => {
    const portrait = async (id: string) => {
      const response = await fetch(`${sandbox.url}/identity/avatars/${id}.svg`);
      assert.equal(response.headers.get('content-type'), 'image/svg+xml; charset=utf-8');
      return response.text();
    };
    const [first, again, other] = await Promise.all(
      ['76561198000000002', '76561198000000002', '76561198000000003'].map(portrait),
    );
    assert.match(first ?? '', /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    assert.equal(first, again);
    assert.notEqual(first, other);
  });

  it('of robots tell by name and portrait that they are robots', async () => {
    assert.equal(sandbox.robots.length, 5);
    const robots = await players(sandbox.robots.join());
    for (const { personaname } of robots) assert.match(personaname, /^Robô .+ \(demo\)$/);
    const portraits = sandbox.robots.map(async (id) =>
      (await fetch(`${sandbox.url}/identity/avatars/${id}.svg`)).text(),
    );
    assert.equal(new Set(await Promise.all(portraits)).size, 5);
  });

  it('have a page with the trade URL whose partner is the account', async () => {
    const page = await (await fetch(`${sandbox.url}/profiles/76561198000000003/`)).text();
    const partner = BigInt(/partner=(\d+)&amp;token=[\w-]{8}</.exec(page)?.[1] ?? '0');
    assert.equal(partner + 76561197960265728n, 76561198000000003n);
    const tooLow = await fetch(`${sandbox.url}/profiles/76561190000000000`);
    assert.equal(tooLow.status, 200);
    assert.doesNotMatch(await tooLow.text(), /partner=/);
  });

  it('are not found for what is no id', async () => {
    for (const path of ['identity/avatars/1.svg', 'identity/avatars/76561198000000002.png', 'profiles/1']) {
      assert.equal((await fetch(`${sandbox.url}/${path}`)).status, 404, path);
    }
  });
});
