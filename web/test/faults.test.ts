import { after } from 'node:test';
import { test } from './journey.ts';
import { startWebServer, type WebServer } from './server.ts';

let ownServer: WebServer | null = null;
const startOwnServer = async () => {
  ownServer = await startWebServer();
  return ownServer;
};
after(() => ownServer?.stop());

test(
  'a server that restarts: the page says so, keeps what it shows, and goes on with what has come meanwhile',
  async ({ server, visit }) => {
    const { page, open, logIn } = await visit();
    await logIn();
    await open('/historico');
    await page.getByRole('heading', { name: 'Nada jogado ainda' }).waitFor();
    const lost = page.getByText('Sem conexão com o servidor.');
    await server.restart(async () => {
      await lost.waitFor();
      await page.getByRole('heading', { name: 'Nada jogado ainda' }).waitFor();
    });
    await lost.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Conta de/ }).waitFor();
    // One is still logged in, and what is asked for now is answered.
    await page.getByRole('radiogroup', { name: 'Jogos' }).getByText('Upgrades').click();
    await page.waitForURL(/jogo=upgrades/);
    await page.getByRole('heading', { name: 'Nada jogado ainda' }).waitFor();
  },
  startOwnServer,
);
