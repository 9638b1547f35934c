import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, pageOf } from '../../../../platform/lists.ts';
import { ReasonBody } from '../../../../platform/schemas.ts';
import { type DecisionDeps, publisherOf } from '../../../people/decisions/index.ts';
import { readCaseDetail, readVersion } from './case-catalogue.ts';
import { differenceOf } from './case-contents.rules.ts';
import type { CatalogueDeps } from './cases.routes.ts';
import { countCases, listCases } from './cases.sql.ts';
import {
  AdminCaseDetail,
  AdminCaseList,
  adminCaseDetailView,
  adminCaseView,
  CaseDifference,
  CaseVersionView,
  caseDifferenceView,
  caseVersionView,
} from './catalogue.records.ts';
import { archiveCase, createCase, editCase, removeCaseItem } from './edit-case.ts';
import {
  AddCaseItemsBody,
  AdminCaseListQuery,
  addedItemsOf,
  CaseItemParams,
  CaseItemsParams,
  CaseParams,
  CreateCaseBody,
  caseCreationOf,
  caseEditOf,
  caseFilterOf,
  caseOrderOf,
  DifferenceQuery,
  EditCaseBody,
  VersionParams,
} from './given-cases.records.ts';

const CONTENTS =
  'A change of the items or of the flip makes a new version, and openings keep the one that they were played on. A ' +
  '422 names every fault of the items with its place. If `flipThreshold` is left out, the flip stays with the item ' +
  'at which it begins. A change that players see of a case, its contents or its price needs your fresh second ' +
  'factor.';

export function casesAdminRoutes(routes: Routes, deps: CatalogueDeps & DecisionDeps): void {
  caseReadingRoutes(routes, deps);
  caseVersionRoutes(routes, deps);
  caseEditingRoutes(routes, deps);
  caseItemRoutes(routes, deps);
}

function caseReadingRoutes(routes: Routes, { db, readOpenings }: CatalogueDeps): void {
  routes.get(
    '/admin/cases',
    {
      schema: {
        operationId: 'adminListCases',
        summary: 'List all cases',
        description: 'Lists cases of every status, newest first unless another order is asked for.',
        querystring: AdminCaseListQuery,
        response: { 200: AdminCaseList },
      },
    },
    async ({ query }) => {
      const page = pageOf(query);
      const filter = { ...caseFilterOf(query), status: query.status };
      const [cases, total] = await Promise.all([
        listCases(db, filter, { ...caseOrderOf(query, 'createdAt'), openings: await readOpenings() }, page),
        countCases(db, filter),
      ]);
      return listView(cases.map(adminCaseView), page, total);
    },
  );

  routes.get(
    '/admin/cases/:id',
    {
      schema: {
        operationId: 'adminGetCase',
        summary: 'Read a case with its contents',
        description:
          'Answers a case of any status with the items of its version, its average return, and all versions.',
        params: CaseParams,
        response: { 200: AdminCaseDetail, ...errorAnswers(404) },
      },
    },
    async ({ params }) => adminCaseDetailView(await readCaseDetail(db, toId(params.id))),
  );
}

function caseVersionRoutes(routes: Routes, { db }: CatalogueDeps): void {
  routes.get(
    '/admin/cases/:id/versions/:number',
    {
      schema: {
        operationId: 'adminGetCaseVersion',
        summary: 'Read a version of any case',
        description:
          'Answers the same as `GET /cases/:id/versions/:number`, also for drafts without openings and for archived ' +
          'cases.',
        params: VersionParams,
        response: { 200: CaseVersionView, ...errorAnswers(404) },
      },
    },
    async ({ params }) => caseVersionView(await readVersion(db, toId(params.id), params.number, 'ADMINISTRATOR')),
  );

  routes.get(
    '/admin/cases/:id/difference',
    {
      schema: {
        operationId: 'adminCompareCaseVersions',
        summary: 'Compare a version of a case with the one before',
        description:
          'Lists every item whose chance differs between the two versions, and the flip of both; for cases of every ' +
          'status. Price, name and picture belong to no version: the audit trail has their changes.',
        params: CaseParams,
        querystring: DifferenceQuery,
        response: { 200: CaseDifference, ...errorAnswers(404) },
      },
    },
    async ({ params, query }) => {
      const read = (number: number) => readVersion(db, toId(params.id), number, 'ADMINISTRATOR');
      const [before, after] = await Promise.all([read(query.from), read(query.to)]);
      return caseDifferenceView(differenceOf(before, after));
    },
  );
}

function caseEditingRoutes(routes: Routes, deps: DecisionDeps): void {
  routes.post(
    '/admin/cases',
    {
      schema: {
        operationId: 'adminCreateCase',
        summary: 'Create a case',
        description: `Creates a draft, or an active case if \`activate\` is true, which needs items. ${CONTENTS}`,
        body: CreateCaseBody,
        response: { 201: AdminCaseDetail, ...errorAnswers(403, 409, 422) },
      },
    },
    async (request, reply) => {
      const created = await createCase(deps, caseCreationOf(request.body), publisherOf(deps, request));
      return reply.code(201).send(adminCaseDetailView(created));
    },
  );

  routes.patch(
    '/admin/cases/:id',
    {
      schema: {
        operationId: 'adminEditCase',
        summary: 'Change a case',
        description:
          `Fields that are left out stay as they are. \`items\` are the whole contents. ${CONTENTS} The other fields ` +
          'make no version; the slug stays with a new name unless it is changed too. A case without items cannot ' +
          'become active. With `expectedVersion` nothing is changed if another version is played by now.',
        params: CaseParams,
        body: EditCaseBody,
        response: { 200: AdminCaseDetail, ...errorAnswers(403, 404, 409, 422) },
      },
    },
    async (request) =>
      adminCaseDetailView(
        await editCase(
          deps,
          toId(request.params.id),
          caseEditOf(request.body),
          publisherOf(deps, request, request.body.reason),
        ),
      ),
  );

  routes.delete(
    '/admin/cases/:id',
    {
      schema: {
        operationId: 'adminArchiveCase',
        summary: 'Archive a case',
        description: 'Players can no longer see or open the case; its versions and openings stay.',
        params: CaseParams,
        body: ReasonBody,
        response: { 200: AdminCaseDetail, ...errorAnswers(404) },
      },
    },
    async (request) => {
      const editor = publisherOf(deps, request, request.body.reason);
      return adminCaseDetailView(await archiveCase(deps, toId(request.params.id), editor));
    },
  );
}

function caseItemRoutes(routes: Routes, deps: DecisionDeps): void {
  routes.post(
    '/admin/cases/:caseId/items',
    {
      schema: {
        operationId: 'adminAddCaseItems',
        summary: 'Add items to a case or change them',
        description:
          'An item that the case already holds is replaced in its place, and a new one comes after the others. With ' +
          'ranges, the new items and those that stay must together cover 1 to 10000000. With probabilities, those of ' +
          'the request are exact and the other items share the rest in proportion to their former chances, in whole ' +
          'rolls by the largest remainder; if no others are left, the probabilities must sum to 100. With ' +
          '`normalize` they are weights beside the percentages of the others, and all are scaled to 100. ' +
          CONTENTS,
        params: CaseItemsParams,
        body: AddCaseItemsBody,
        response: { 200: AdminCaseDetail, ...errorAnswers(403, 404, 422) },
      },
    },
    async (request) => {
      const caseId = toId<'case'>(request.params.caseId);
      return adminCaseDetailView(await editCase(deps, caseId, addedItemsOf(request.body), publisherOf(deps, request)));
    },
  );

  routes.delete(
    '/admin/cases/:caseId/items/:itemId',
    {
      schema: {
        operationId: 'adminRemoveCaseItem',
        summary: 'Remove an item from a case',
        description:
          'Makes a new version without the item. The others keep their order and their proportions: their rolls are ' +
          'scaled up to all 10000000, in whole rolls by the largest remainder. A flip that began at the item begins ' +
          'at the next one; there is none after the last. The last item of a case cannot be removed.',
        params: CaseItemParams,
        response: { 200: AdminCaseDetail, ...errorAnswers(403, 404, 422) },
      },
    },
    async (request) => {
      const ids = { caseId: toId<'case'>(request.params.caseId), itemId: toId<'item'>(request.params.itemId) };
      return adminCaseDetailView(await removeCaseItem(deps, ids, publisherOf(deps, request)));
    },
  );
}
