import type { AuditAction } from '@runnel/contract'
import { expect } from 'vitest'
import { replyFlow } from '../example-flows.ts'
import { makeFlow } from '../make-flow.ts'
import { NO_CHANGE } from '../tenant-entities.ts'
import type { TestCaller } from '../test-caller.ts'
import type { Act, ActScene, Acts } from './act.ts'

const UNKNOWN = '11111111-2222-4333-8444-555555555555'
/** A calculator that says no version, and an edge to nowhere: what an import mends. */
const TO_MEND = {
  nodes: [{ id: 'calculator_0', data: { name: 'calculator', inputs: {} } }],
  edges: [{ id: 'e', source: 'calculator_0', target: 'gone_0' }],
}

const flowOf = (caller: TestCaller) => makeFlow(caller, replyFlow(), { name: 'Tea' })
const subject = { subjectKind: 'flow', subjectName: 'Tea' }

/** A change by PUT, of a flow that may have been changed before. */
const change = (action: AuditAction, body: object, told: object, first?: object): Act<ActScene> => ({
  action,
  async ready({ administrator }) {
    const id = await flowOf(administrator)
    if (first) await administrator.expect(200, 'PUT', `/chatflows/${id}`, first)
    return { path: `/chatflows/${id}`, body, told: { subjectId: id, ...told } }
  },
})

const origins = '{"allowedOrigins":["https://a.example"]}'

/** What is done to flows. */
export const flowActs: Acts<ActScene> = {
  createChatflow: [
    {
      action: 'flow.created',
      ready: async () => ({
        path: '/chatflows',
        body: { name: 'Tea', document: { nodes: [], edges: [] } },
        told: { ...subject, after: { name: 'Tea', type: 'CHATFLOW' } },
      }),
    },
    {
      action: 'flow.imported',
      ready: async () => ({
        path: '/chatflows',
        body: { name: 'Tea', flowData: '{"nodes":[],"edges":[]}' },
        told: { ...subject, after: { name: 'Tea', type: 'CHATFLOW' } },
      }),
    },
  ],
  updateChatflow: [
    change('flow.updated', { name: 'Coffee' }, { before: { name: 'Tea' }, after: { name: 'Coffee' } }),
    change('flow.published', { deployed: true }, { before: { deployed: false }, after: { deployed: true } }),
    change('flow.unpublished', { deployed: false }, { after: { deployed: false } }, { deployed: true }),
    change('flow.opened', { isPublic: true }, { before: { isPublic: false }, after: { isPublic: true } }),
    change('flow.closed', { isPublic: false }, { after: { isPublic: false } }, { isPublic: true }),
    change('flow.key-changed', { apikeyid: UNKNOWN }, { before: { apikeyid: null } }),
    change(
      'flow.origins-changed',
      { chatbotConfig: origins },
      { before: { allowedOrigins: [] }, after: { allowedOrigins: ['https://a.example'] } },
    ),
  ],
  saveChatflow: [
    {
      action: 'flow.updated',
      async ready({ administrator }) {
        const id = await flowOf(administrator)
        const path = `/chatflows/${id}`
        const { revision, headVersionId: version } = await administrator.expect<{
          revision: number
          headVersionId: string
        }>(200, 'GET', path)
        return {
          path,
          body: { diff: NO_CHANGE },
          headers: { 'if-match': `"${revision}"` },
          told: {
            ...subject,
            before: { revision, version },
            after: { revision: revision + 1, version: expect.not.stringMatching(version) },
          },
        }
      },
    },
  ],
  deleteChatflow: [
    {
      action: 'flow.deleted',
      async ready({ administrator }) {
        const id = await flowOf(administrator)
        return { path: `/chatflows/${id}`, told: { ...subject, before: { name: 'Tea', type: 'AGENTFLOW' } } }
      },
    },
  ],
  dismissRepairs: [
    {
      action: 'flow.updated',
      async ready({ administrator }) {
        const body = { name: 'Tea', type: 'CHATFLOW', flowData: JSON.stringify(TO_MEND) }
        const { id } = await administrator.expect<{ id: string }>(200, 'POST', '/chatflows', body)
        const told = { ...subject, before: { showsRepairs: true }, after: { showsRepairs: false } }
        return { path: `/chatflows/${id}/repairs`, told }
      },
    },
  ],
  setFlowDocumentTags: [
    {
      action: 'flow.document-tags-changed',
      async ready({ administrator }) {
        const id = await flowOf(administrator)
        const told = { ...subject, before: { tags: [] }, after: { tags: ['hr'] } }
        return { path: `/chatflows/${id}/document-tags`, body: { tags: ['hr'] }, told }
      },
    },
  ],
}
