import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameRegion } from './sessions.records.ts';

test('IPv4 addresses of one /16 are of one region, also when written as IPv6', () => {
  assert.ok(isSameRegion('203.0.113.1', '203.0.1.2'));
  assert.ok(isSameRegion('::ffff:203.0.113.1', '203.0.1.2'));
  assert.ok(!isSameRegion('203.0.113.1', '203.1.113.1'));
  assert.ok(!isSameRegion('20.30.1.1', '2.30.1.1'));
});

test('IPv6 addresses of one /32 are of one region, however they are written', () => {
  assert.ok(isSameRegion('2001:db8:1::1', '2001:0DB8:ffff::2'));
  assert.ok(!isSameRegion('2001:db8::1', '2001:db9::1'));
  assert.ok(isSameRegion('::1', '0:0:0:0:0:0:0:1'));
});

test('what is no address is of no region but its own', () => {
  assert.ok(isSameRegion('unknown', 'unknown'));
  for (const odd of ['unknown', '', '1.2.3', ':::', '1:2:3:4:5:6:7:8:9', 'g::1']) {
    assert.ok(!isSameRegion(odd, '203.0.113.1'), odd);
    assert.ok(!isSameRegion(odd, `${odd}x`), odd);
  }
  assert.ok(!isSameRegion('203.0.113.1', '2001:db8::1'));
});
