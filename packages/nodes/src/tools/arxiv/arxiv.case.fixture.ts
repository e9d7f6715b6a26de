import { type FakeServer, type ToolCase, textReply } from '../tool-case.fixture.ts'

/** A feed of arXiv with one article. */
export function arxivFeed(summary: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title>arXiv Query: search_query=attention</title>
  <entry>
    <id>http://arxiv.org/abs/1706.03762v7</id>
    <published>2017-06-12T17:57:34Z</published>
    <title>Attention Is All
      You Need</title>
    <summary>${summary}</summary>
    <author><name>Ashish Vaswani</name></author>
    <author><name>Noam &amp; Friends</name></author>
    <link href="http://arxiv.org/abs/1706.03762v7" rel="alternate" type="text/html"/>
    <link title="pdf" href="http://arxiv.org/pdf/1706.03762v7" rel="related" type="application/pdf"/>
  </entry>
</feed>`
}

const server: FakeServer = {
  hosts: ['export.arxiv.org'],
  answer({ method, url }) {
    const isQuery = method === 'GET' && url.pathname === '/api/query'
    if (!isQuery) return { ...textReply('No such path'), status: 404 }
    const asks =
      url.searchParams.get('search_query') === 'attention' || url.searchParams.get('id_list') !== null
    if (!asks || url.searchParams.get('max_results') !== '3')
      return { ...textReply('Bad query'), status: 400 }
    return textReply(arxivFeed('We propose the Transformer.'), 'application/atom+xml')
  },
  huge: () => textReply(arxivFeed('word '.repeat(100_000)), 'application/atom+xml'),
}

/** ArXiv in the tests of the family. */
export const arxivCase: ToolCase = {
  node: 'arxiv',
  input: { query: 'attention' },
  says: 'Title: Attention Is All You Need\nAuthors: Ashish Vaswani, Noam & Friends',
  wrong: [[{}, '"query" is missing']],
  server,
}
