import type { Routes } from '../../../../platform/http/http-part.ts';
import { errorAnswers } from '../../../../platform/http/openapi/openapi.ts';
import { toId } from '../../../../platform/ids.ts';
import { listView, pageOf } from '../../../../platform/lists.ts';
import { ReasonBody } from '../../../../platform/schemas.ts';
import { editorOf } from '../../../people/audit/index.ts';
import { type DecisionDeps, publisherOf } from '../../../people/decisions/index.ts';
import { CLAIM_DAYS_AFTER_END, EventParams } from '../events.records.ts';
import { countEvents, listEvents } from '../events.sql.ts';
import { readEventDetail } from '../read-event.ts';
import { archiveEvent, createEvent, editEvent, endEvent, publishEvent } from './edit-events.ts';
import {
  AdminEventDetail,
  AdminEventList,
  AdminEventListQuery,
  adminEventDetailView,
  CreateEventBody,
  createdFieldsOf,
  EditEventBody,
  editOf,
  givenContentsOf,
} from './given-events.records.ts';

const CONTENTS =
  'The prizes of each table are given by ranges, which cover 1 to 10000000 without gap or overlap, or by ' +
  'probabilities, which sum to 100 unless they are normalized. A 422 names every fault with its place.';

export function eventsAdminRoutes(routes: Routes, deps: DecisionDeps): void {
  eventReadingRoutes(routes, deps);
  eventEditingRoutes(routes, deps);
  eventStatusRoutes(routes, deps);
}

function eventReadingRoutes(routes: Routes, { db }: DecisionDeps): void {
  routes.get(
    '/admin/events',
    {
      schema: {
        operationId: 'adminListEvents',
        summary: 'List all events',
        description: 'Lists events of every status, or of one, the latest to start first.',
        querystring: AdminEventListQuery,
        response: { 200: AdminEventList },
      },
    },
    async ({ query }) => {
      const page = pageOf(query);
      const [events, total] = await Promise.all([listEvents(db, query.status, page), countEvents(db, query.status)]);
      return listView(events, page, total);
    },
  );

  routes.get(
    '/admin/events/:id',
    {
      schema: {
        operationId: 'adminGetEvent',
        summary: 'Read an event',
        description: 'Answers an event with its tiers, its tables and its figures so far.',
        params: EventParams,
        response: { 200: AdminEventDetail, ...errorAnswers(404) },
      },
    },
    async ({ params }) => adminEventDetailView(await readEventDetail(db, toId(params.id))),
  );
}

function eventEditingRoutes(routes: Routes, deps: DecisionDeps): void {
  routes.post(
    '/admin/events',
    {
      schema: {
        operationId: 'adminCreateEvent',
        summary: 'Create an event',
        description: `Creates a draft, which players do not see until it is published. ${CONTENTS}`,
        body: CreateEventBody,
        response: { 201: AdminEventDetail, ...errorAnswers(422) },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const given = { fields: createdFieldsOf(body), tiers: [], shoots: [], ...givenContentsOf(body) };
      return reply.code(201).send(adminEventDetailView(await createEvent(deps, given, editorOf(request))));
    },
  );

  routes.patch(
    '/admin/events/:id',
    {
      schema: {
        operationId: 'adminEditEvent',
        summary: 'Change an event',
        description:
          `Fields that are left out stay as they are; \`tiers\` and \`shoots\` are replaced as a whole. ${CONTENTS} ` +
          'Once it is published, only its name, description and picture can be changed, and its budget raised: ' +
          'promises to players stay. A higher budget is decided on like money.',
        params: EventParams,
        body: EditEventBody,
        response: { 200: AdminEventDetail, ...errorAnswers(403, 404, 409, 422) },
      },
    },
    async (request) =>
      adminEventDetailView(
        await editEvent(deps, toId(request.params.id), editOf(request.body), publisherOf(deps, request)),
      ),
  );
}

function eventStatusRoutes(routes: Routes, deps: DecisionDeps): void {
  routes.post(
    '/admin/events/:id/publish',
    {
      schema: {
        operationId: 'adminPublishEvent',
        summary: 'Publish an event',
        description:
          'The event runs from its start to its end, at once if the start has passed, and its contents do not change ' +
          'any more. One event runs at a time: a 409 says that another one overlaps. A 422 names the faults that ' +
          'keep it from running. You give its budget away: publishing needs your fresh second factor, and counts in ' +
          'the sum of your day.',
        params: EventParams,
        body: ReasonBody,
        response: { 200: AdminEventDetail, ...errorAnswers(403, 404, 409, 422) },
      },
    },
    async (request) => {
      const publisher = publisherOf(deps, request, request.body.reason);
      return adminEventDetailView(await publishEvent(deps, toId(request.params.id), publisher));
    },
  );

  routes.post(
    '/admin/events/:id/end',
    {
      schema: {
        operationId: 'adminEndEvent',
        summary: 'End an event that runs',
        description:
          'Moves the end of the event to now. Players earn and shoot nothing more; tiers that were reached can be ' +
          `claimed for another ${CLAIM_DAYS_AFTER_END} days.`,
        params: EventParams,
        body: ReasonBody,
        response: { 200: AdminEventDetail, ...errorAnswers(404, 409) },
      },
    },
    async (request) =>
      adminEventDetailView(await endEvent(deps, toId(request.params.id), editorOf(request, request.body.reason))),
  );

  routes.delete(
    '/admin/events/:id',
    {
      schema: {
        operationId: 'adminArchiveEvent',
        summary: 'Archive an event',
        description:
          'Archives a draft, or an event that has not started yet. An event that has started stays, with everything ' +
          'that was played in it.',
        params: EventParams,
        body: ReasonBody,
        response: { 200: AdminEventDetail, ...errorAnswers(404, 409) },
      },
    },
    async (request) =>
      adminEventDetailView(await archiveEvent(deps, toId(request.params.id), editorOf(request, request.body.reason))),
  );
}
