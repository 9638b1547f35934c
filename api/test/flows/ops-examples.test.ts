import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';

const EXAMPLE = path.resolve(import.meta.dirname, '../../../ops/nginx/lisura.conf');
/** nginx 1.22, which Debian 12 has, was seen to take these. `http2` of its own came with 1.25.1. */
const KNOWN = [
  'upstream',
  'server',
  'keepalive',
  'keepalive_timeout',
  'map',
  'default',
  'listen',
  'server_name',
  'return',
  'ssl_certificate',
  'ssl_certificate_key',
  'client_max_body_size',
  'location',
  'proxy_pass',
  'proxy_http_version',
  'proxy_set_header',
  'proxy_connect_timeout',
  'proxy_read_timeout',
  'proxy_send_timeout',
  'proxy_buffering',
  'proxy_next_upstream',
  'proxy_next_upstream_tries',
  "''",
  'zone',
  'geo',
  'set',
  'if',
  'error_page',
  'proxy_intercept_errors',
  'ssl_protocols',
  'ssl_session_cache',
  'set_real_ip_from',
  'real_ip_header',
  'keepalive_requests',
  'gzip',
  'gzip_proxied',
  'gzip_vary',
  'gzip_min_length',
  'gzip_types',
];

test('the example of nginx has no word that the nginx of Debian 12 does not know', async () => {
  const lines = (await readFile(EXAMPLE, 'utf8')).replaceAll(/#.*$/gm, '');
  const directives = lines.split(/[;{}]/).flatMap((part) => part.trim().split(/\s+/)[0] || []);
  assert.deepEqual(
    directives.filter((name) => !/^[~"]/.test(name) && !KNOWN.includes(name)),
    [],
  );
  assert.match(lines, /listen 443 ssl http2;/);
});
