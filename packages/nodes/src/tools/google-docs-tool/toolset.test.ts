import type { JsonObject } from '@runnel/contract'
import { expect, test } from 'vitest'
import { openToolCase } from '../play-tool.fixture.ts'
import { jsonReply } from '../tool-case.fixture.ts'
import { googleDocsToolCase } from './google-docs-tool.case.fixture.ts'

const values = { actions: '["createDocument"]' }

test('a new document gets its first text by a second request', async () => {
  const opened = openToolCase(googleDocsToolCase, { values })
  expect((await opened.ask({ title: 'Tea', text: 'At four' })).content).toContain('d1')
  expect(opened.sent.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
    'POST /v1/documents',
    'POST /v1/documents/d1:batchUpdate',
  ])
  expect(opened.sent[1]?.body).toEqual({
    requests: [{ insertText: { endOfSegmentLocation: {}, text: 'At four' } }],
  })
})

test('a document that was made, and whose text was refused, is named: it is not made again', async () => {
  const opened = openToolCase(googleDocsToolCase, {
    values,
    respond: ({ url }) =>
      url.pathname.endsWith(':batchUpdate') ? jsonReply({}, 500) : jsonReply({ documentId: 'made-1' }),
  })
  const { used } = await opened.ask({ title: 'Tea', text: 'At four' })
  expect(used.error).toContain('made-1')
  expect(used.error).toContain('status 500')
})

test('an update that changes nothing is told so, before anybody is called', async () => {
  const opened = openToolCase(googleDocsToolCase, { values: { actions: '["updateDocument"]' } })
  expect((await opened.ask({ documentId: 'd1' })).used.error).toContain('Nothing is to be changed')
  expect(opened.sent).toEqual([])
})

test('the text of all tabs is read where that is wanted', async () => {
  const tab = (content: string, childTabs: JsonObject[] = []): JsonObject => ({
    documentTab: { body: { content: [{ paragraph: { elements: [{ textRun: { content } }] } }] } },
    childTabs,
  })
  const opened = openToolCase(googleDocsToolCase, {
    values: { actions: '["getTextContent"]', includeTabsContent: true },
    respond: () => jsonReply({ tabs: [tab('First. ', [tab('Below it. ')]), tab('Second.')] }),
  })
  expect((await opened.ask({ documentId: 'd1' })).content).toBe('First. Below it. Second.')
  expect(opened.sent[0]?.url.search).toBe('?includeTabsContent=true')
})
