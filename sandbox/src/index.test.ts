import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Sandbox, startSandbox } from './index.ts';

describe('the sandbox', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ port: 0 });
  });
  after(() => sandbox.close());

  it('listens on a port of this machine and says where', async () => {
    assert.ok(sandbox.port > 0);
    assert.equal(sandbox.url, `http://localhost:${sandbox.port}`);
    assert.equal(sandbox.identityUrl, sandbox.url);
    assert.equal(sandbox.profileUrl, sandbox.url);
    assert.equal(sandbox.ratesUrl, `${sandbox.url}/rates`);
    assert.equal(sandbox.itemDatabaseUrl, `${sandbox.url}/item-database`);
    assert.equal(sandbox.marketUrl, `${sandbox.url}/market`);
    assert.equal(sandbox.marketFeedUrl, sandbox.url);
    assert.equal(sandbox.pixUrl, `${sandbox.url}/pix`);
    const response = await fetch(`http://127.0.0.1:${sandbox.port}/health`);
    assert.deepEqual(await response.json(), { status: 'ok' });
  });

  it('lists its stand-ins, their addresses and their controls', async () => {
    const response = await fetch(sandbox.url);
    const page = await response.text();
    assert.equal(response.status, 200);
    assert.match(page, /<h2>Identity<\/h2>/);
    assert.ok(page.includes(`${sandbox.url}/openid/login`));
    assert.ok(page.includes(`${sandbox.url}/control/identity`));
    assert.match(page, /<h2>Item database<\/h2>/);
    assert.match(page, /<h2>Rates<\/h2>/);
    assert.match(page, /<h2>Beacon<\/h2>/);
    assert.ok(page.includes(`${sandbox.url}/control/beacon`));
    assert.match(page, /<h2>Marketplace<\/h2>/);
    assert.match(page, /<h2>Pix<\/h2>/);
  });

  it('sends pages that run no script and fetch nothing from outside', async () => {
    const response = await fetch(sandbox.url);
    const policy = response.headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; style-src 'self'; img-src 'self'/);
    assert.doesNotMatch(policy, /unsafe-inline|script-src/);
    const style = await fetch(`${sandbox.url}/sandbox.css`);
    assert.equal(style.headers.get('content-type'), 'text/css; charset=utf-8');
    assert.doesNotMatch(await style.text(), /url\(|@import/);
  });

  it('opens every address that the index page links', async () => {
    const page = await (await fetch(sandbox.url)).text();
    const links = [...page.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, link = '']) => link.replaceAll('&amp;', '&'));
    assert.ok(links.length >= 14);
    for (const link of links) assert.equal((await fetch(`${sandbox.url}${link}`)).status, 200, link);
  });

  it('answers an unknown address with a page that shows it harmlessly', async () => {
    const response = await fetch(`${sandbox.url}/'%22<b>nothing</b>`);
    const page = await response.text();
    assert.equal(response.status, 404);
    assert.doesNotMatch(page, /<b>/);
  });

  it('refuses a body beyond its limit', async () => {
    const body = new URLSearchParams({ 'openid.mode': 'x'.repeat(70_000) });
    const response = await fetch(`${sandbox.url}/openid/login`, { method: 'POST', body });
    assert.equal(response.status, 413);
  });

  it('names SANDBOX_PORT when the port is taken', async () => {
    await assert.rejects(startSandbox({ port: sandbox.port }), {
      message:
        `The sandbox cannot start: port ${sandbox.port} on 127.0.0.1 is already in use. ` +
        'Set SANDBOX_PORT to a free port.',
    });
  });

  it('goes by its public address where it has one', async () => {
    const published = await startSandbox({ port: 0, publicUrl: 'https://sandbox.example/' });
    assert.equal(published.identityUrl, 'https://sandbox.example');
    const page = await (await fetch(`http://127.0.0.1:${published.port}/`)).text();
    assert.match(page, /https:\/\/sandbox\.example\/openid\/login/);
    await published.close();
  });

  it('refuses a public address that is not an origin', async () => {
    for (const publicUrl of ['sandbox', 'ftp://sandbox.example', 'https://sandbox.example/below']) {
      await assert.rejects(startSandbox({ port: 0, publicUrl }), /must be an http or https origin/);
    }
  });
});
