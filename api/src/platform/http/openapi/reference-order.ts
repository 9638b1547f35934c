import { strict as assert } from 'node:assert';
import { ACCESS_SCOPES, type Access } from '../edge/access.ts';
import type { HttpPart } from '../http-part.ts';

interface Tag {
  name: string;
  description: string;
}

interface TagGroup {
  name: string;
  tags: string[];
}

export const tagNameOf = ({ tag }: HttpPart, access: Access) => (access === 'admin' ? `admin-${tag.name}` : tag.name);

export function referenceTags(
  parts: readonly HttpPart[],
  healthPart: HttpPart,
  order: readonly string[],
): { tags: Tag[]; groups: TagGroup[] } {
  const absent = order.filter((name) => !parts.some(({ tag }) => tag.name === name));
  assert(absent.length === 0, `The order of the reference names what is not there: ${absent.join(', ')}`);
  const place = ({ tag }: HttpPart) => (order.includes(tag.name) ? order.indexOf(tag.name) : order.length);
  const ordered = parts.toSorted((one, other) => place(one) - place(other));
  const forPlayers = ordered.filter((part) => ACCESS_SCOPES.some((access) => access !== 'admin' && part[access]));
  const players = forPlayers.map(({ tag: { name, description } }) => ({ name, description }));
  const administrators = ordered
    .filter(({ admin }) => admin !== undefined)
    .map((part) => ({
      name: tagNameOf(part, 'admin'),
      description: part.tag.forAdministrators ?? part.tag.description,
    }));
  const server = [{ name: healthPart.tag.name, description: healthPart.tag.description }];
  const groups = Object.entries({ Players: players, Administrators: administrators, 'The server': server });
  return {
    tags: [...players, ...administrators, ...server],
    groups: groups.map(([name, tags]) => ({ name, tags: tags.map((tag) => tag.name) })),
  };
}
