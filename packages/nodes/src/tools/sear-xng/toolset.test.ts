import { expect, test } from 'vitest'
import { openToolCase } from '../play-tool.fixture.ts'
import { textReply } from '../tool-case.fixture.ts'
import { searXNGCase } from './sear-xng.case.fixture.ts'

test('a page of results is read as text', async () => {
  const respond = () => textReply('<script>x()</script><h3>Red panda</h3><p>No bear.</p>', 'text/html')
  const opened = openToolCase(searXNGCase, { values: { format: 'html' }, respond })
  expect((await opened.ask()).content).toBe('Red panda\nNo bear.')
  expect(opened.sent[0]?.url.searchParams.get('format')).toBe('html')
})

test('answers and boxes stand before the pages', async () => {
  const body = JSON.stringify({
    answers: ['42'],
    infoboxes: [{ content: 'A number.' }],
    results: [{ title: 'Forty-two', url: 'https://numbers.example', content: 'Even.' }],
  })
  const opened = openToolCase(searXNGCase, { respond: () => textReply(body) })
  expect((await opened.ask()).content).toBe('42\n\nA number.\n\nForty-two\nhttps://numbers.example\nEven.')
})

test('a server without an address is named', async () => {
  const opened = openToolCase(searXNGCase, { values: { apiBase: '' } })
  expect((await opened.ask()).used.error).toContain('is no address of the web')
})

test('headers that are no JSON are named', async () => {
  const opened = openToolCase(searXNGCase, { values: { headers: '{"x": ' } })
  expect((await opened.ask()).used.error).toContain('“headers” of SearXNG is no JSON object')
})
