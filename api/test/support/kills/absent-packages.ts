/**
 * What a process finds in the place of packages that have no part in a flow, and are most of what there is to load: those
 * that serve requests, and, for what asks nobody outside, those that build schemas and check against
 * them. Here every schema is the one that everything fits.
 */
export const Type = new Proxy({}, { get: () => () => ({ properties: {} }) });

export class Ajv {
  addKeyword = () => this;
  removeKeyword = () => this;
  compile = () => () => true;
}

export const _ = undefined;

// biome-ignore lint/style/noDefaultExport: as the packages have it.
export default undefined;
