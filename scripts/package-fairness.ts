import path from 'node:path';
import { writePackage } from './fairness-package.ts';

/** `npm run package` writes the verifier as it is published. */
const folder = path.resolve(import.meta.dirname, '../fairness/dist');
await writePackage(folder);
console.log(`The package is in ${path.relative(process.cwd(), folder)}; npm publish ./fairness/dist publishes it`);
