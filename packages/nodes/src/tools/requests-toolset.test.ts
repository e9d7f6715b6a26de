import { expect, test } from 'vitest'
import { openToolCase } from './play-tool.fixture.ts'
import { requestsDeleteCase } from './requests-delete/requests-delete.case.fixture.ts'
import { requestsGetCase } from './requests-get/requests-get.case.fixture.ts'
import { requestsPostCase } from './requests-post/requests-post.case.fixture.ts'
import { textReply } from './tool-case.fixture.ts'

test('what only reads is made again after an interruption, what writes asks a person', async () => {
  const effects = await Promise.all(
    [requestsGetCase, requestsPostCase, requestsDeleteCase].map(async (tool) => {
      const [offer] = await openToolCase(tool).listTools()
      return [offer?.name, offer?.effects]
    }),
  )
  expect(effects).toEqual([
    ['requests_get', 'read'],
    ['requests_post', 'write'],
    ['requests_delete', 'write'],
  ])
})

test('headers of the author reach the server, and nobody else', async () => {
  const body = 'I got Bearer of-the-author, or of-the-author'
  for (const status of [200, 400]) {
    const opened = openToolCase(requestsGetCase, { respond: () => ({ ...textReply(body), status }) })
    const { content } = await opened.ask()
    expect(opened.sent[0]?.headers.authorization).toBe('Bearer of-the-author')
    expect(content).toContain('I got •••')
    expect(content).not.toContain('of-the-author')
  }
})

test('an answer is cut where its author wants it, by 2000 characters otherwise', async () => {
  const respond = () => textReply('a'.repeat(5000))
  const shown = async (length: string | number) => {
    const { content } = await openToolCase(requestsGetCase, {
      values: { requestsGetMaxOutputLength: length },
      respond,
    }).ask()
    return content.replace(/[^a].*/s, '').length
  }
  expect(await shown('10')).toBe(10)
  expect(await shown('')).toBe(2000)
  expect(await shown(-1)).toBe(2000)
})

test('a file is named, not shown', async () => {
  const respond = () => ({
    status: 200,
    headers: { 'content-type': 'image/png' },
    body: 'AAAA',
    isBase64: true,
  })
  expect((await openToolCase(requestsGetCase, { respond }).ask()).content).toContain('image/png')
})

test.each([
  [{ requestPostBody: '[1]' }, 'Body of Requests Post is no JSON object'],
  [{ requestsPostHeaders: 'Accept: a' }, 'Headers of Requests Post is no JSON object'],
  [{ requestsPostUrl: 'nowhere' }, '“nowhere” is no address of the web'],
])('settings that cannot be read are named: %j', async (values, says) => {
  const opened = openToolCase(requestsPostCase, { values })
  expect((await opened.ask()).used.error).toContain(says)
  expect(opened.sent).toEqual([])
})

test('a tool without an address says so before a model is asked', async () => {
  const opened = openToolCase(requestsPostCase, { values: { requestsPostUrl: ' ' } })
  await expect(opened.listTools()).rejects.toThrow('Requests Post has no URL. Write one in its settings.')
})
