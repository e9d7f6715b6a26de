import { expect, test } from 'vitest'
import { openToolCase } from '../play-tool.fixture.ts'
import { textReply } from '../tool-case.fixture.ts'
import { arxivCase, arxivFeed } from './arxiv.case.fixture.ts'

const pdf = { status: 200, headers: { 'content-type': 'application/pdf' }, body: 'JVBERg==', isBase64: true }
const feed = textReply(arxivFeed('We propose.'), 'application/atom+xml')

test('ids are asked for as such, and long queries cut', async () => {
  const opened = openToolCase(arxivCase, { values: { maxQueryLength: '12' }, respond: () => feed })
  for (const query of ['1706.03762v7, 2301.1', '1706.03762', 'hep-th/99010', 'attention is all you need'])
    await opened.ask({ query })
  expect(
    opened.sent.map(({ url }) => url.searchParams.get('id_list') ?? url.searchParams.get('search_query')),
  ).toEqual(['1706.03762v7', '1706.03762', 'hep-th/99010', 'attention is'])
})

test('whole articles are read where the author wants them', async () => {
  const world = { pages: () => ({ pages: ['Page one.', 'Page two.'], facts: [{}, {}], metadata: {} }) }
  const opened = openToolCase(
    { ...arxivCase, world },
    {
      values: { loadFullContent: true },
      respond: ({ url }) => (url.pathname.startsWith('/pdf') ? pdf : feed),
    },
  )
  expect((await opened.ask()).content).toContain('Summary: We propose.\n\nPage one.\n\nPage two.')
  expect(opened.sent.map(({ url }) => url.href)).toContain('https://arxiv.org/pdf/1706.03762v7')
})

test('an article that cannot be read ends the call, or is given by its summary', async () => {
  const respond = ({ url }: { url: URL }) =>
    url.pathname.startsWith('/pdf') ? { ...textReply('no'), status: 500 } : feed
  const values = { loadFullContent: true }
  expect((await openToolCase(arxivCase, { values, respond }).ask()).used.error).toContain('status 500')
  const patient = openToolCase(arxivCase, { values: { ...values, continueOnFailure: true }, respond })
  expect((await patient.ask()).content).toContain('Summary: We propose.\n\n[The text could not be read:')
})

test('a refusal that comes as an article is a refusal', async () => {
  const refusal = arxivFeed('incorrect id format').replace(
    'arxiv.org/abs/1706.03762v7',
    'arxiv.org/api/errors#x',
  )
  const opened = openToolCase(arxivCase, { respond: () => textReply(refusal) })
  expect((await opened.ask()).used.error).toBe('arXiv refused the query: incorrect id format')
})
