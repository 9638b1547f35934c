import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { settingDefinitions, socketEvents } from '../api/src/app/modules.ts';
import { VERSION } from '../api/src/app/version.ts';
import { allErrors } from '../api/src/platform/errors.ts';
import { asyncApiDocument } from '../api/src/platform/realtime/reference/async-api.ts';
import { withFraudsTable } from '../api/test/campaigns/dishonest/frauds.ts';
import { ALERT_ACTIONS_FILE, alertActionsFile, readAlertActions } from './alert-actions.ts';
import { readApiDocument } from './api-document.ts';
import { API_TYPES_FILE, apiTypes } from './api-types.ts';
import { PAGE_FILE, PAGE_HASH_FILE, pageHash, verifyPage } from './fairness-package.ts';
import { SETTINGS_FILE, withSettingsTable } from './settings-page.ts';
import { EVENT_TYPES_FILE, socketEventTypes } from './socket-event-types.ts';

/** `npm run docs` writes the pages that are made from the code. Tests hold them to the code. */
const events = asyncApiDocument(socketEvents, { version: VERSION, url: 'http://localhost:3000' });
await writeFile(EVENT_TYPES_FILE, socketEventTypes(events));
await writeFile(SETTINGS_FILE, withSettingsTable(await readFile(SETTINGS_FILE, 'utf8'), settingDefinitions));
const page = await verifyPage();
await writeFile(PAGE_FILE, page);
await writeFile(PAGE_HASH_FILE, pageHash(page));
const fairness = path.resolve(import.meta.dirname, '../docs/fairness.md');
await writeFile(fairness, withFraudsTable(await readFile(fairness, 'utf8')));
await writeFile(ALERT_ACTIONS_FILE, alertActionsFile(await readAlertActions()));
await writeFile(API_TYPES_FILE, apiTypes(await readApiDocument(), allErrors()));
console.log(
  'docs/settings.md, the frauds of docs/fairness.md, fairness/verify.html and the types of the web app are written',
);
