import { expect, test } from 'vitest'
import { openToolCase } from '../play-tool.fixture.ts'
import { jsonReply } from '../tool-case.fixture.ts'
import { wikipediaAnswer, wikipediaCase } from './wikipedia.case.fixture.ts'

test('the article that fits best stands first, with its address', async () => {
  const { content } = await openToolCase(wikipediaCase).ask()
  expect(content).toBe(
    'Red panda\nhttps://de.wikipedia.org/wiki/Red_panda\nA red panda is no bear.\n\n' +
      'Giant panda\nhttps://de.wikipedia.org/wiki/Giant_panda\nA giant panda is a bear.',
  )
})

test('nothing that fits is told, and so is a refusal that comes as an answer', async () => {
  const nothing = openToolCase(wikipediaCase, { respond: () => jsonReply({ batchcomplete: true }) })
  expect((await nothing.ask()).content).toBe('Nothing was found.')
  const refusal = { error: { code: 'cirrussearch-too-busy-error', info: 'Search is currently too busy.' } }
  const busy = openToolCase(wikipediaCase, { respond: () => jsonReply(refusal) })
  expect((await busy.ask()).used.error).toBe('Wikipedia refused the search: Search is currently too busy.')
})

test.each(['evil.example/', 'en.wikipedia.org.evil.example#', '..', 'en@evil'])(
  'a language that would lead elsewhere (%s) is refused, and nobody is called',
  async (language) => {
    const opened = openToolCase(wikipediaCase, { values: { language } })
    expect((await opened.ask()).used.error).toContain('a code such as en or de')
    expect(opened.sent).toEqual([])
  },
)

test.each([
  ['', 'en.wikipedia.org'],
  [' Simple ', 'simple.wikipedia.org'],
  ['zh-min-nan', 'zh-min-nan.wikipedia.org'],
])('the language %j is that of %s, and no more is asked for than is given', async (language, host) => {
  const values = { language, topKResults: 500 }
  const respond = () => jsonReply(wikipediaAnswer('A bear?'))
  const opened = openToolCase(wikipediaCase, { values, respond })
  await opened.ask()
  expect(opened.sent.map(({ url }) => [url.host, url.searchParams.get('gsrlimit')])).toEqual([[host, '20']])
})
