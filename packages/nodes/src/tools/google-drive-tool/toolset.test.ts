import { expect, test } from 'vitest'
import { openToolCase } from '../play-tool.fixture.ts'
import { textReply } from '../tool-case.fixture.ts'
import { googleDriveToolCase } from './google-drive-tool.case.fixture.ts'

const open = (action: string, respond?: Parameters<typeof openToolCase>[1]) =>
  openToolCase(googleDriveToolCase, {
    ...respond,
    values: { driveType: 'file', fileActions: JSON.stringify([action]) },
  })

test('a file of Google’s own kind is read as the type that is asked for', async () => {
  const opened = open('downloadFile', { respond: () => textReply('# Plan') })
  expect((await opened.ask({ fileId: 'f-1', mimeType: 'text/markdown' })).content).toBe('# Plan')
  const [sent] = opened.sent
  expect(`${sent?.url.pathname}${sent?.url.search}`).toBe(
    '/drive/v3/files/f-1/export?mimeType=text%2Fmarkdown',
  )
})

test('bytes are not shown to a model', async () => {
  const reply = { status: 200, headers: { 'content-type': 'image/png' }, body: 'QUJD', isBase64: true }
  const { content } = await open('downloadFile', { respond: () => reply }).ask({ fileId: 'f-1' })
  expect(content).toBe('[It is a file of type image/png, which is no text.]')
})

test('what is uploaded cannot begin a part of its own', async () => {
  const opened = open('createFile')
  const content = 'a\r\n--part-of-a-form-0-end\r\ncontent-type: text/html\r\n\r\nb'
  const { used } = await opened.ask({ name: 'x', content, mimeType: 'text/plain\r\nx: y' })
  expect(used.error).toBeUndefined()
  const [sent] = opened.sent
  expect(sent?.headers['content-type']).toBe('multipart/related; boundary=part-of-a-form-1-end')
  expect(sent?.text).toContain('content-type: text/plain\r\n\r\na')
})

test('a file without content is made of what is known of it', async () => {
  const opened = open('createFile')
  await opened.ask({ name: 'x' })
  expect(opened.sent[0]?.body).toEqual({ name: 'x' })
})
