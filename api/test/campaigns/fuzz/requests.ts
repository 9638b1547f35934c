import type { NamedOperation, OpenApi } from '../../support/openapi.ts';
import type { Chance } from '../chance.ts';
import { hostileText, rightValue, spoiled, written } from './values.ts';

export type Manner = 'right' | 'nearly right' | 'hostile';

export interface FuzzRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

const JSON_TYPE = 'application/json';
const NOT_UTF8 = ['%FF', '%ED%A0%80', '%', '%zz'];

export function requestFor(
  document: OpenApi,
  { path, method, operation }: NamedOperation,
  manner: Manner,
  chance: Chance,
): FuzzRequest {
  const parameters = operation.parameters ?? [];
  // Each request is nearly right and has one fault in its address or its body.
  const hasBody = operation.requestBody !== undefined;
  const isAddressSpoiled = manner === 'hostile' || (manner === 'nearly right' && (!hasBody || chance.happens(0.4)));
  const spoiledName = isAddressSpoiled && parameters.length > 0 ? chance.pick(parameters).name : null;
  let address = path;
  const query: string[] = [];
  const headers: Record<string, string> = {};
  for (const { name, in: place, required, schema } of parameters) {
    const isSpoiled = name === spoiledName;
    if (!isSpoiled && !required && chance.happens(0.6)) continue;
    const text = isSpoiled ? hostileText(chance) : String(rightValue(document, schema, chance));
    const spelt = isSpoiled && chance.happens(0.1) ? chance.pick(NOT_UTF8) : spell(text);
    if (place === 'path') address = address.replace(`{${name}}`, spelt);
    else if (place === 'query')
      query.push(`${name}=${spelt}`, ...(isSpoiled && chance.happens(0.2) ? [`${name}=1`] : []));
    else headers[name] = plain(text);
  }
  const url = `${address}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  const request = { method: method.toUpperCase() as FuzzRequest['method'], url, headers };
  return hasBody || manner === 'hostile' ? withBody(document, operation, request, manner, chance) : request;
}

/** Half of a pair has no spelling. */
const spell = (text: string) => encodeURIComponent(text.toWellFormed());
const plain = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, '?').slice(0, 300);

function withBody(
  document: OpenApi,
  { requestBody }: NamedOperation['operation'],
  request: FuzzRequest,
  manner: Manner,
  chance: Chance,
): FuzzRequest {
  const media = requestBody?.content[JSON_TYPE];
  const isExample = media?.example !== undefined && chance.happens(0.3);
  const right = isExample ? media.example : rightValue(document, media?.schema ?? {}, chance);
  const headers = { ...request.headers, 'content-type': JSON_TYPE };
  if (manner === 'right') return { ...request, headers, payload: written(right) };
  if (manner === 'nearly right') return { ...request, headers, payload: written(spoiled(right, chance)) };
  return { ...request, ...hostileBody(written(right), headers, chance) };
}

function hostileBody(right: string, headers: Record<string, string>, chance: Chance): Partial<FuzzRequest> {
  const bodies: Partial<FuzzRequest>[] = [
    { headers, payload: right.slice(0, -1) },
    { headers, payload: `${right}${right}` },
    { headers, payload: '' },
    { headers, payload: '\ufeff{}' },
    { headers, payload: `${'['.repeat(10_000)}${']'.repeat(10_000)}` },
    { headers, payload: `{"__proto__":{"role":"ADMIN"},"constructor":{"prototype":{}}}` },
    { headers, payload: `{"a":"${'x'.repeat(70_000)}"}` },
    { headers: { ...headers, 'content-type': 'text/xml' }, payload: '<a/>' },
    { headers: { ...headers, 'content-type': 'application/json; charset=utf-16' }, payload: right },
    { headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' }, payload: '--x--' },
    { headers: { ...headers, 'idempotency-key': 'x'.repeat(5_000) }, payload: right },
    { headers: { ...headers, 'content-encoding': 'gzip' }, payload: right },
    { headers: { ...headers, origin: 'https://evil.example' }, payload: right },
    {
      headers: { ...headers, 'if-none-match': '*', accept: 'image/webp', 'accept-language': 'x'.repeat(400) },
      payload: right,
    },
  ];
  return chance.pick(bodies);
}
