import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { control, controlState } from '../test/control.ts';
import { type Sandbox, startSandbox } from './index.ts';

const SERVICES = [
  { standIn: 'rates', address: async (sandbox: Sandbox) => `${sandbox.ratesUrl}/json/last/USD-BRL` },
  { standIn: 'item-database', address: async (sandbox: Sandbox) => `${sandbox.itemDatabaseUrl}/collections.json` },
  {
    standIn: 'beacon',
    address: async ({ beacon }: Sandbox) => `${(await beacon.source()).url}/public/latest`,
  },
];

interface State {
  fault: string;
  timesLeft: number | null;
  requests: { asked: number; disturbed: number };
}

for (const { standIn, address } of SERVICES) {
  describe(`faults of ${standIn}`, () => {
    let sandbox: Sandbox;
    beforeEach(async () => {
      sandbox = await startSandbox({ port: 0 });
    });
    afterEach(() => sandbox.close());

    const ask = async () => fetch(await address(sandbox));
    const set = (setting: unknown) => control(sandbox, standIn, setting);
    const state = () => controlState<State>(sandbox, standIn);

    it('server-error: strikes as often as told, then all is well', async () => {
      await set({ fault: 'server-error', times: 2 });
      const statuses = [(await ask()).status, (await ask()).status, (await ask()).status];
      assert.deepEqual(statuses, [503, 503, 200]);
      const { fault, timesLeft, requests } = await state();
      assert.deepEqual(
        { fault, timesLeft, requests },
        { fault: 'none', timesLeft: null, requests: { asked: 3, disturbed: 2 } },
      );
    });

    it('malformed: says JSON, and is none, until the next setting', async () => {
      await set({ fault: 'malformed' });
      for (let request = 0; request < 2; request += 1) {
        const response = await ask();
        assert.equal(response.status, 200);
        assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
        await assert.rejects(response.json(), SyntaxError);
      }
      await set({ fault: 'none' });
      assert.ok(await (await ask()).json());
    });

    it('slow: the right answer, late', async () => {
      await set({ fault: 'slow', times: 1, delayMs: 150 });
      const startedMs = performance.now();
      assert.equal((await ask()).status, 200);
      assert.ok(performance.now() - startedMs >= 140);
    });

    it('time-out: nobody is answered, and closing waits for nobody', async () => {
      await set({ fault: 'time-out', times: 1 });
      const unanswered = ask().then(
        () => 'answered',
        () => 'cut off',
      );
      while ((await state()).requests.asked < 1) await new Promise((resolve) => setImmediate(resolve));
      assert.equal((await ask()).status, 200);
      await sandbox.close();
      assert.equal(await unanswered, 'cut off');
    });

    it('are refused when misspelt', async () => {
      const wrong = [
        {},
        { fault: 'timeout' },
        { times: 1 },
        { fault: 'slow', times: 0 },
        { fault: 'slow', time: 1 },
        [],
      ];
      for (const setting of wrong) assert.equal((await set(setting)).status, 400, JSON.stringify(setting));
      assert.equal((await state()).fault, 'none');
    });
  });
}
