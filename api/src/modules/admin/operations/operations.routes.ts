import type { Db } from '../../../platform/db.ts';
import { callerOf } from '../../../platform/http/access.ts';
import type { Routes } from '../../../platform/http/module.ts';
import { listView, pageOf, pageQuery } from '../../../platform/schemas.ts';
import type { Settings } from '../../../platform/settings.ts';
import { changeSettings } from './change-settings.ts';
import { ChangedSettings, SettingList, SettingValues, settingView } from './operations.schemas.ts';

export function operationsAdminRoutes(routes: Routes, deps: { db: Db; settings: Settings }): void {
  routes.get(
    '/admin/settings',
    {
      schema: {
        operationId: 'listSettings',
        summary: 'Settings of the platform',
        description:
          'What administrators can change while the platform runs, with the values in force and the defaults.',
        querystring: pageQuery({}),
        response: { 200: SettingList },
      },
    },
    async ({ query }) => {
      const page = pageOf(query);
      const all = deps.settings.list();
      return listView(all.slice(page.offset, page.offset + page.limit).map(settingView), page, all.length);
    },
  );

  routes.patch(
    '/admin/settings',
    {
      schema: {
        operationId: 'changeSettings',
        summary: 'Change settings',
        description:
          'New values by key, all of them or none: a key that does not exist, or a value that does not fit, refuses the ' +
          'whole and is named. In force in every process at once, and recorded in the audit trail.',
        body: SettingValues,
        response: { 200: ChangedSettings },
      },
    },
    async (request) => {
      const { userId: actorId } = callerOf(request);
      const changed = await changeSettings(deps, { values: request.body, actorId, ip: request.ip });
      return { data: changed.map(settingView) };
    },
  );
}
