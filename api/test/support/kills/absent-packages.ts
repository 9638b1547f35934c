/**
 * A flow's process finds these in the place of packages that it does not need, and that are most of what there is to
 * load: the server's, and those that build and check schemas. A schema accepts everything here, and has only the names
 * of its fields, because statements list the columns of records.
 */
const schemaWith = (properties: object = {}) => ({ properties });
export const Type = new Proxy({}, { get: (_, kind) => (kind === 'Object' ? schemaWith : () => schemaWith()) });

export class Ajv {
  addKeyword = () => this;
  removeKeyword = () => this;
  compile = () => () => true;
}

class Absent {}
export const _ = undefined;
export { Absent as Counter, Absent as collectDefaultMetrics, Absent as Gauge, Absent as Registry, Absent as request };

// biome-ignore lint/style/noDefaultExport: as the packages have it.
export default undefined;
