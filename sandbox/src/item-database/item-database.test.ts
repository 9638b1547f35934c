import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { control, controlState } from '../../test/control.ts';
import { type EmblemName, type Sandbox, type SceneName, startSandbox } from '../index.ts';
import { EMBLEMS } from './picture/emblems.ts';
import { SCENES } from './picture/scenes.ts';

interface PublishedItem {
  id: string;
  name: string;
  market_hash_name: string;
  weapon?: { name: string };
  category: { name: string };
  rarity: { name: string; color: string };
  wear?: { name: string };
  stattrak: boolean;
  collections: { id: string; name: string }[];
  image: string;
}
type PublishedPrices = Record<string, { price_cents: number }>;

describe('the item database', () => {
  let sandbox: Sandbox;
  let items: PublishedItem[];
  let collections: { id: string; name: string; image: string }[];
  before(async () => {
    sandbox = await startSandbox({ port: 0 });
    items = await list('items');
    collections = await list('collections');
  });
  after(() => sandbox.close());

  async function list<T>(name: string): Promise<T> {
    const response = await fetch(`${sandbox.itemDatabaseUrl}/${name}.json`);
    assert.equal(response.status, 200);
    assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
    return response.json() as Promise<T>;
  }
  const centsOfAll = async () => Object.values(await list<PublishedPrices>('prices')).map((price) => price.price_cents);
  const itemNamed = (name: string) => items.find((item) => item.market_hash_name === name);

  it('has enough items, each under one id and one name', () => {
    assert.ok(items.length >= 420);
    assert.equal(new Set(items.map(({ id }) => id)).size, items.length);
    assert.equal(new Set(items.map((item) => item.market_hash_name)).size, items.length);
    for (const { id } of items) assert.match(id, /^[a-z0-9]+(-[a-z0-9]+)*$/);
  });

  it('has at least 150 different skins, and something of every category', () => {
    const skins = items.filter(({ weapon }) => weapon).map(({ name }) => name.replace(/StatTrak™ | \([^()]+\)$/g, ''));
    assert.ok(new Set(skins).size >= 150);
    assert.deepEqual(
      new Set(items.map(({ category }) => category.name)),
      new Set([
        'Pistols',
        'SMGs',
        'Rifles',
        'Sniper Rifles',
        'Shotguns',
        'Machine Guns',
        'Knives',
        'Gloves',
        'Stickers',
        'Cases',
        'Agents',
      ]),
    );
  });

  it('describes an item in full', () => {
    assert.deepEqual(itemNamed('StatTrak™ M4A1-S | Hyper Beast (Field-Tested)'), {
      id: 'stattrak-m4a1-s-hyper-beast-field-tested',
      name: 'StatTrak™ M4A1-S | Hyper Beast (Field-Tested)',
      market_hash_name: 'StatTrak™ M4A1-S | Hyper Beast (Field-Tested)',
      weapon: { name: 'M4A1-S' },
      category: { name: 'Rifles' },
      rarity: { name: 'Covert', color: '#eb4b4b' },
      wear: { name: 'Field-Tested' },
      stattrak: true,
      collections: [{ id: 'collection-chroma-2', name: 'The Chroma 2 Collection' }],
      image: `${sandbox.itemDatabaseUrl}/images/stattrak-m4a1-s-hyper-beast-field-tested.svg`,
    });
  });

  it('leaves out what an item does not have', () => {
    assert.deepEqual(Object.keys(itemNamed('Fracture Case') ?? {}), [
      'id',
      'name',
      'market_hash_name',
      'category',
      'rarity',
      'stattrak',
      'collections',
      'image',
    ]);
    assert.equal(itemNamed('★ Karambit')?.wear, undefined);
  });

  it('has the names that everyone knows', () => {
    const names = [
      'AK-47 | Redline (Field-Tested)',
      'AWP | Asiimov (Battle-Scarred)',
      '★ Karambit | Doppler (Factory New)',
      '★ Sport Gloves | Vice (Minimal Wear)',
      'Sticker | FURIA (Holo) | Rio 2022',
      'Special Agent Ava | FBI',
    ];
    for (const name of names) assert.ok(itemNamed(name), name);
    assert.equal(itemNamed('AWP | Asiimov (Factory New)'), undefined, 'the game has no such exterior');
  });

  it('lists every collection that its items name, and no empty one', () => {
    const named = new Map(items.flatMap((item) => item.collections).map(({ id, name }) => [id, name]));
    assert.ok(items.every((item) => item.collections.length > 0));
    assert.deepEqual(new Map(collections.map(({ id, name }) => [id, name])), named);
    assert.equal(new Set(collections.map(({ name }) => name)).size, collections.length);
  });

  it('has a price for every item, spread from cents to thousands of dollars', async () => {
    const prices = await list<PublishedPrices>('prices');
    assert.deepEqual(new Set(Object.keys(prices)), new Set(items.map((item) => item.market_hash_name)));
    const cents = await centsOfAll();
    assert.ok(cents.every((price) => Number.isSafeInteger(price) && price >= 3 && price <= 600_000));
    assert.ok(cents.filter((price) => price <= 50).length >= 40);
    assert.ok(cents.filter((price) => price >= 100 && price <= 1000).length >= 80);
    assert.ok(cents.filter((price) => price > 10_000).length >= 30);
  });

  it('asks more for a better exterior and for StatTrak™', async () => {
    const prices = await list<PublishedPrices>('prices');
    const cents = (name: string) => prices[name]?.price_cents ?? 0;
    assert.ok(cents('AK-47 | Vulcan (Factory New)') > cents('AK-47 | Vulcan (Field-Tested)'));
    assert.ok(cents('AK-47 | Vulcan (Field-Tested)') > cents('AK-47 | Vulcan (Battle-Scarred)'));
    assert.ok(cents('StatTrak™ AK-47 | Vulcan (Field-Tested)') > cents('AK-47 | Vulcan (Field-Tested)'));
  });

  it('asks the same prices at every start', async () => {
    const another = await startSandbox({ port: 0 });
    const response = await fetch(`${another.itemDatabaseUrl}/prices.json`);
    assert.deepEqual(await response.json(), await list('prices'));
    await another.close();
  });

  it('multiplies its prices by a factor, and never down to nothing', async () => {
    const usual = await centsOfAll();
    assert.equal((await control(sandbox, 'item-database', { priceFactor: 1.1 })).status, 200);
    assert.deepEqual(
      await centsOfAll(),
      usual.map((price) => Math.round(price * 1.1)),
    );
    assert.equal((await controlState<{ priceFactor: number }>(sandbox, 'item-database')).priceFactor, 1.1);
    await control(sandbox, 'item-database', { priceFactor: 0.0001 });
    assert.equal(Math.min(...(await centsOfAll())), 1);
    for (const priceFactor of [0, -1, '2', 1001]) {
      assert.equal((await control(sandbox, 'item-database', { priceFactor })).status, 400, String(priceFactor));
    }
    await control(sandbox, 'item-database', { priceFactor: 1 });
    assert.deepEqual(await centsOfAll(), usual);
  });

  it('has a picture of every item and collection', async () => {
    for (const { image } of [...items, ...collections]) {
      const response = await fetch(image);
      assert.equal(response.status, 200, image);
      assert.match(response.headers.get('content-type') ?? '', /^image\/svg\+xml/);
      assert.equal(response.headers.get('cache-control'), 'public, max-age=3600');
      const drawing = await response.text();
      assert.match(drawing, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<\/svg>\n$/s);
      assert.ok(drawing.length < 8_192, `${image} has ${drawing.length} characters`);
    }
  });

  it('cuts things out along their outline, with a rim in the color of the rarity', async () => {
    const draw = async (name: string) => (await fetch(itemNamed(name)?.image ?? '')).text();
    const shape = (drawing: string) => /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(drawing)?.slice(1).map(Number) ?? [];
    const awp = await draw('AWP | Asiimov (Field-Tested)');
    const [width = 0, height = 0] = shape(awp);
    assert.ok(width > 2 * height, 'a rifle is long');
    const [gloves = 0, tall = 0] = shape(await draw('★ Sport Gloves | Vice (Minimal Wear)'));
    assert.ok(gloves < 2 * tall, 'gloves are not');
    assert.match(awp, /stroke="#eb4b4b"/);
    assert.doesNotMatch(awp, /<rect/, 'nothing lies behind it');
  });

  it('draws each weapon by its own outline, and dual pistols as two', async () => {
    const shapes = new Map<string, string>();
    const count = (drawing: string) => drawing.match(/<use href="#i" /g)?.length;
    for (const { weapon, image, stattrak } of items) {
      if (!weapon || stattrak || shapes.has(weapon.name)) continue;
      const drawing = await (await fetch(image)).text();
      shapes.set(weapon.name, /<path id="iP" d="([^"]+)"/.exec(drawing)?.[1] ?? '');
      const isPair = /Gloves|Hand Wraps|Daggers|Dual/.test(weapon.name);
      assert.equal(count(drawing), isPair ? 2 : 1, weapon.name);
    }
    const seenMost = ['AK-47', 'AWP', 'M4A4', 'M4A1-S', 'Glock-18', 'USP-S', 'Desert Eagle', 'P250', 'Galil AR'];
    const more = [
      'UMP-45',
      'P90',
      'MP7',
      'MAC-10',
      'Five-SeveN',
      'FAMAS',
      'AUG',
      'Karambit',
      'Butterfly Knife',
      'Bayonet',
    ];
    const outlines = [...seenMost, ...more].map((weapon) => shapes.get(weapon));
    assert.ok(outlines.every((outline) => outline));
    assert.equal(new Set(outlines).size, outlines.length);
  });

  it('draws different finishes differently, and the same one always the same', async () => {
    const draw = async (id: string) => (await fetch(`${sandbox.itemDatabaseUrl}/images/${id}.svg`)).text();
    const redline = await draw('ak-47-redline-field-tested');
    assert.equal(await draw('ak-47-redline-field-tested'), redline);
    assert.notEqual(await draw('ak-47-vulcan-field-tested'), redline);
  });

  it('draws crates with emblems, each another', async () => {
    const names = Object.keys(EMBLEMS) as EmblemName[];
    const drawings = await Promise.all(names.map(async (name) => (await fetch(sandbox.cratePicture(name))).text()));
    for (const drawing of drawings)
      assert.match(drawing, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<\/svg>\n$/s);
    assert.equal(new Set(drawings).size, 12);
    assert.equal((await fetch(`${sandbox.itemDatabaseUrl}/crates/nothing.svg`)).status, 404);
  });

  it('draws raffles and events with an item, and categories of crates', async () => {
    const image = itemNamed('★ Karambit | Lore (Factory New)')?.image;
    const addresses = [
      ...(['raffle', 'event'] as const).map((scene) => sandbox.scenePicture(scene, image)),
      ...(Object.keys(SCENES) as SceneName[]).map((scene) => sandbox.scenePicture(scene)),
    ];
    const drawings = await Promise.all(addresses.map(async (address) => (await fetch(address)).text()));
    for (const drawing of drawings) assert.match(drawing, /^<svg .*<\/svg>\n$/s);
    assert.equal(new Set(drawings).size, 8);
    assert.match(String(drawings[0]), /aria-label="★ Karambit \| Lore \(Factory New\)"/);
    const elsewhere = sandbox.scenePicture('raffle', 'https://example.com/item-database/images/karambit.svg');
    assert.equal(elsewhere, sandbox.scenePicture('raffle'), 'an item of somebody else is not drawn');
    for (const path of ['nothing', 'raffle/nothing', 'starter/karambit']) {
      assert.equal((await fetch(`${sandbox.itemDatabaseUrl}/scenes/${path}.svg`)).status, 404, path);
    }
  });

  it('has no picture of what it does not list', async () => {
    for (const file of ['nothing.svg', 'fracture-case.png', 'fracture-case']) {
      assert.equal((await fetch(`${sandbox.itemDatabaseUrl}/images/${file}`)).status, 404, file);
    }
  });
});
