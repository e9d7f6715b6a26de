import { z } from 'zod'
import { documentTagsSchema } from '../document-tags.ts'
import { defineRoute } from '../route.ts'
import { flowChangeSchema, saveChatflowBody, savedChatflowSchema } from './flow-changes.ts'
import { EDIT_FLOWS, REMOVE_FLOWS, VIEW_FLOWS } from './flow-permissions.ts'
import { chatflowSchema, createChatflowBody, updateChatflowBody } from './flow-record.ts'
import { deletionSchema, idParams, idSchema, listOf, orderQuery, pagingQuery } from './parts.ts'

const tag = 'Flows'

const documentTagsAnswer = z.object({ tags: z.array(z.string()) })

export const chatflowRoutes = {
  createChatflow: defineRoute({
    method: 'POST',
    path: '/chatflows',
    tag,
    summary: 'Create a flow',
    policy: { gate: 'caller', permissions: EDIT_FLOWS },
    audit: ['flow.created', 'flow.imported'],
    body: createChatflowBody,
    response: chatflowSchema,
    idempotent: true,
  }),
  listChatflows: defineRoute({
    method: 'GET',
    path: '/chatflows',
    tag,
    summary: 'List flows, newest first',
    policy: { gate: 'caller', permissions: VIEW_FLOWS },
    query: z.strictObject({
      ...pagingQuery,
      type: z.string().optional(),
      view: z.enum(['summary', 'full']).optional(),
      ...orderQuery,
    }),
    response: listOf(chatflowSchema),
  }),
  getChatflow: defineRoute({
    method: 'GET',
    path: '/chatflows/:id',
    tag,
    summary: 'Read a flow',
    policy: { gate: 'caller', permissions: [...VIEW_FLOWS, ...REMOVE_FLOWS] },
    params: idParams,
    query: z.strictObject({ view: z.enum(['full', 'document', 'summary']).optional() }),
    response: chatflowSchema,
  }),
  updateChatflow: defineRoute({
    method: 'PUT',
    path: '/chatflows/:id',
    tag,
    summary: 'Save a flow; If-Match with the revision makes it conditional',
    policy: { gate: 'caller', permissions: EDIT_FLOWS },
    audit: [
      'flow.updated',
      'flow.published',
      'flow.unpublished',
      'flow.opened',
      'flow.closed',
      'flow.key-changed',
      'flow.origins-changed',
    ],
    params: idParams,
    body: updateChatflowBody,
    response: chatflowSchema,
  }),
  saveChatflow: defineRoute({
    method: 'PATCH',
    path: '/chatflows/:id',
    tag,
    summary: 'Save what changed of a flow since the revision that If-Match names',
    policy: { gate: 'caller', permissions: EDIT_FLOWS },
    audit: 'flow.updated',
    params: idParams,
    body: saveChatflowBody,
    response: savedChatflowSchema,
  }),
  listChatflowChanges: defineRoute({
    method: 'GET',
    path: '/chatflows/:id/changes',
    tag,
    summary: 'What was saved of a flow since a number, and what I added to my unsaved work',
    policy: { gate: 'caller', permissions: VIEW_FLOWS },
    params: idParams,
    query: z.strictObject({
      /** Number of the last change that is known; 0 or absent from the start. */
      after: z.coerce.number().int().min(0).optional(),
      limit: z.coerce.number().int().min(1).max(200).optional(),
    }),
    response: z.object({ changes: z.array(flowChangeSchema), sequence: z.number() }),
  }),
  deleteChatflow: defineRoute({
    method: 'DELETE',
    path: '/chatflows/:id',
    tag,
    summary: 'Delete a flow with its messages and runs',
    policy: { gate: 'caller', permissions: REMOVE_FLOWS },
    audit: 'flow.deleted',
    params: idParams,
    response: deletionSchema,
  }),
  hasChatflowChanged: defineRoute({
    method: 'GET',
    path: '/chatflows/has-changed/:id/:lastUpdatedDateTime',
    tag,
    summary: 'Whether a flow changed since a time',
    policy: { gate: 'caller', permissions: ['chatflows:update', 'agentflows:update'] },
    params: z.strictObject({ id: idSchema, lastUpdatedDateTime: z.string().max(40) }),
    response: z.object({ hasChanged: z.boolean() }),
  }),
  dismissRepairs: defineRoute({
    method: 'DELETE',
    path: '/chatflows/:id/repairs',
    tag,
    summary: 'Show the repairs of an import no more',
    policy: { gate: 'caller', permissions: EDIT_FLOWS },
    audit: 'flow.updated',
    params: idParams,
    response: deletionSchema,
  }),
  getFlowDocumentTags: defineRoute({
    method: 'GET',
    path: '/chatflows/:id/document-tags',
    tag,
    summary: 'The tags of documents that a flow may read beside those without tags',
    policy: { gate: 'caller', permissions: VIEW_FLOWS },
    params: idParams,
    response: documentTagsAnswer,
  }),
  setFlowDocumentTags: defineRoute({
    method: 'PUT',
    path: '/chatflows/:id/document-tags',
    tag,
    summary: 'Say which documents a flow may read, whoever asks it',
    policy: { gate: 'caller', permissions: ['chatflows:update', 'agentflows:update'] },
    audit: 'flow.document-tags-changed',
    params: idParams,
    body: z.strictObject({ tags: documentTagsSchema }),
    response: documentTagsAnswer,
  }),
  exportChatflow: defineRoute({
    method: 'GET',
    path: '/chatflows/:id/export',
    tag,
    summary: 'A flow as a file, without secrets',
    policy: { gate: 'caller', permissions: ['chatflows:export', 'agentflows:export'] },
    params: idParams,
    response: z.record(z.string(), z.unknown()),
  }),
  getValidation: defineRoute({
    method: 'GET',
    path: '/validation/:id',
    tag,
    summary: 'What is wrong with a flow, by node',
    policy: { gate: 'caller', permissions: 'every-caller' },
    params: idParams,
    response: z.array(
      z.object({ id: z.string(), label: z.string(), name: z.string(), issues: z.array(z.string()) }),
    ),
  }),
}
