import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { socketEvents } from '../api/src/app.ts';
import { allErrors } from '../api/src/platform/errors.ts';
import { eventsPage } from '../api/src/platform/realtime/events-page.ts';
import { errorsPage } from './errors-page.ts';
import { PAGE_FILE, verifyPage } from './fairness-package.ts';

/** `npm run docs`: writes the pages that are made from the code. Tests hold that they are what the code says. */
await writeFile(path.resolve(import.meta.dirname, '../docs/events.md'), eventsPage(socketEvents));
await writeFile(path.resolve(import.meta.dirname, '../docs/errors.md'), errorsPage(allErrors()));
await writeFile(PAGE_FILE, await verifyPage());
console.log('docs/events.md, docs/errors.md and fairness/verify.html are written');
