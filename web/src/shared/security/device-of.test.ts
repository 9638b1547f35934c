import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceOf, maskIp } from './device-of.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';

test('a browser is known by its own name and not by those that it borrows', () => {
  assert.deepEqual(deviceOf(CHROME), { browser: 'Chrome', system: 'Windows', isPhone: false });
  assert.deepEqual(deviceOf(`${CHROME} Edg/130.0`), { browser: 'Edge', system: 'Windows', isPhone: false });
  assert.deepEqual(
    deviceOf(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile/15E148 Safari/604.1',
    ),
    { browser: 'Safari', system: 'iPhone', isPhone: true },
  );
  assert.deepEqual(deviceOf('curl/8'), { browser: null, system: null, isPhone: false });
});

test('addresses are shown with a part hidden', () => {
  assert.equal(maskIp('201.17.33.40'), '201.17.•••.40');
  assert.equal(maskIp('2804:14c:1:2::9'), '2804:14c:•••:9');
  assert.equal(maskIp('::1'), '::1');
});
