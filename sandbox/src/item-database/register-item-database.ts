import type { FastifyInstance } from 'fastify';
import { sendDrawing } from '../pages/drawing.ts';
import type { Html } from '../pages/html.ts';
import { createServiceFaults, type ServiceFaultSetting, serviceControlSchema } from '../service-faults.ts';
import type { SandboxContext, StandIn } from '../stand-in.ts';
import { collections, colorOf, type Item, items } from './items.ts';
import { CRATE_FRAME, drawCrate } from './picture/crate.ts';
import { EMBLEMS, type EmblemName } from './picture/emblems.ts';
import { cutOutOf, drawCollection, drawItem, sheet } from './picture/picture.ts';
import { SCENES, type Scene, type SceneName } from './picture/scenes.ts';

const controlSchema = serviceControlSchema({
  priceFactor: { type: 'number', exclusiveMinimum: 0, maximum: 1000 },
});

const SCENES_WITH_ITEMS = ['raffle', 'event'] as const satisfies SceneName[];

/** The public list of the game has names, rarities, collections, pictures and prices in US dollars. */
export function registerItemDatabase(server: FastifyInstance, context: SandboxContext): StandIn {
  const faults = createServiceFaults(context, {});
  let priceFactor = 1;

  const disturbed = { preHandler: faults.disturb };
  const imageOf = (id: string) => `${context.origin()}/item-database/images/${id}.svg`;
  server.get('/item-database/items.json', disturbed, async () => items.map((item) => describeItem(item, imageOf)));
  server.get('/item-database/collections.json', disturbed, async () =>
    collections.map(({ id, name }) => ({ id, name, image: imageOf(id) })),
  );
  server.get('/item-database/prices.json', disturbed, async () =>
    Object.fromEntries(
      // A price never falls to nothing, however small the factor.
      items.map(({ name, cents }) => [name, { price_cents: Math.max(1, Math.round(cents * priceFactor)) }]),
    ),
  );
  registerPictures(server);

  const state = () => ({ priceFactor, items: items.length, ...faults.state() });
  server.get('/control/item-database', async () => state());
  server.post<{ Body: ServiceFaultSetting & { priceFactor?: number } }>(
    '/control/item-database',
    { schema: { body: controlSchema } },
    async (request) => {
      const { priceFactor: newFactor, ...fault } = request.body;
      if (newFactor !== undefined) priceFactor = newFactor;
      faults.set(fault);
      return state();
    },
  );
  return presentation;
}

function registerPictures(server: FastifyInstance): void {
  const drawings = new Map([
    ...items.map((item) => [item.id, () => drawItem(item)] as const),
    ...collections.map((collection) => [collection.id, () => drawCollection(collection)] as const),
  ]);
  const crates = new Map(
    Object.entries(EMBLEMS).map(([name, emblem]) => [name, () => sheet(emblem.label, CRATE_FRAME, drawCrate(emblem))]),
  );
  serveDrawings(server, '/item-database/images', drawings);
  serveDrawings(server, '/item-database/crates', crates);
  registerScenes(server);
}

/** Each scene is served by itself and with an item: `/item-database/scenes/raffle/<id of the item>.svg`. */
function registerScenes(server: FastifyInstance): void {
  const draw = (name: string, { frame, draw: drawScene }: Scene, item?: Item) =>
    sheet(item?.name ?? name, frame, drawScene(item ? cutOutOf(item) : null));
  const scenes = new Map(Object.entries(SCENES).map(([name, scene]) => [name, () => draw(name, scene)]));
  serveDrawings(server, '/item-database/scenes', scenes);
  for (const name of SCENES_WITH_ITEMS) {
    const drawings = new Map(items.map((item) => [item.id, () => draw(name, SCENES[name], item)]));
    serveDrawings(server, `/item-database/scenes/${name}`, drawings);
  }
}

function serveDrawings(server: FastifyInstance, folder: string, drawings: ReadonlyMap<string, () => Html>): void {
  server.get<{ Params: { file: string } }>(`${folder}/:file`, (request, reply) => {
    const { file } = request.params;
    const draw = file.endsWith('.svg') ? drawings.get(file.slice(0, -4)) : undefined;
    return draw ? sendDrawing(reply, draw()) : reply.callNotFound();
  });
}

export const cratePicture = (origin: string, emblem: EmblemName) => `${origin}/item-database/crates/${emblem}.svg`;

/** Where the picture of a scene is, with the item that has this picture if it is one of the sandbox's. */
export function scenePicture(origin: string, scene: SceneName, itemImage = ''): string {
  const folder = `${origin}/item-database`;
  const images = `${folder}/images/`;
  const isDrawnWithItem = SCENES_WITH_ITEMS.some((name) => name === scene) && itemImage.startsWith(images);
  return isDrawnWithItem
    ? `${folder}/scenes/${scene}/${itemImage.slice(images.length)}`
    : `${folder}/scenes/${scene}.svg`;
}

function describeItem(item: Item, imageOf: (id: string) => string): object {
  return {
    id: item.id,
    name: item.name,
    market_hash_name: item.name,
    ...(item.weapon && { weapon: { name: item.weapon } }),
    category: { name: item.category },
    rarity: { name: item.rarity, color: colorOf(item) },
    ...(item.exterior && { wear: { name: item.exterior.name } }),
    stattrak: item.statTrak,
    collections: [item.collection],
    image: imageOf(item.id),
  };
}

const presentation: StandIn = {
  name: 'Item database',
  purpose: 'Lists items of Counter-Strike 2 with their rarities, collections, prices and drawn pictures.',
  addresses: [
    {
      method: 'GET',
      path: '/item-database/items.json',
      note: 'The items, each exterior by itself.',
      canBeOpened: true,
    },
    { method: 'GET', path: '/item-database/collections.json', note: 'The collections.', canBeOpened: true },
    {
      method: 'GET',
      path: '/item-database/prices.json',
      note: 'Prices in US cents by market name.',
      canBeOpened: true,
    },
    {
      method: 'GET',
      path: '/item-database/images/ak-47-redline-field-tested.svg',
      note: 'The picture of an item or a collection, drawn by the sandbox.',
      canBeOpened: true,
    },
    {
      method: 'GET',
      path: '/item-database/crates/clover.svg',
      note: 'The picture of a crate with an emblem, for who sells crates.',
      canBeOpened: true,
    },
    {
      method: 'GET',
      path: '/item-database/scenes/raffle/ak-47-redline-field-tested.svg',
      note: 'The picture of a raffle or an event with an item; categories of crates are at scenes/starter.svg and so on.',
      canBeOpened: true,
    },
  ],
  controls: [
    {
      path: '/control/item-database',
      example: { priceFactor: 1.1 },
      note:
        'Multiplies all prices, sets a fault of the lists or both. Faults: none, server-error, time-out, malformed, ' +
        'or slow (with delayMs). Without times, until the next setting.',
    },
  ],
};
