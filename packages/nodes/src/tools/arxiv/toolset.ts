import { errorMessage, type JsonObject, RunnelError } from '@runnel/contract'
import {
  addQuery,
  askServer,
  type CallContext,
  type Component,
  readNumber,
  readSwitch,
  readText,
  type Toolset,
} from '@runnel/node-kit'
import { cutText } from '../cut-text.ts'
import { readArgument } from '../read-argument.ts'
import { toToolName } from '../tool-name.ts'
import { type Article, readArticles } from './read-articles.ts'

const ADDRESS = 'https://export.arxiv.org/api/query'
const ID = /^(?:\d{4}\.\d{4,5}|[a-z.-]{2,20}\/\d{7})(?:v\d{1,3})?$/i
const DEFAULTS = { topKResults: 3, maxQueryLength: 300, docContentCharsMax: 10_000 }

/** One tool: it finds articles on arXiv, and reads them where the author wants it. */
export const arxivToolset: Toolset = {
  list: ({ values }) => [
    {
      name: toToolName(readText(values, 'arxivName'), 'arxiv_search'),
      description: readText(values, 'arxivDescription') || 'Finds scientific articles on arXiv.',
      inputSchema: {
        type: 'object',
        properties: { query: { type: 'string', description: 'What to look for, or ids such as 1706.03762' } },
        required: ['query'],
        additionalProperties: false,
      },
      effects: 'read',
    },
  ],
  async call(component, { input }, call) {
    const query = readArgument(input, 'query')
    const articles = await findArticles(query, component, call)
    const parts: string[] = []
    for (const article of articles) parts.push(await describeArticle(article, component, call))
    const text = parts.join('\n\n')
    return {
      content: cutText(text, readLimit(component.values, 'docContentCharsMax')) || 'Nothing was found.',
    }
  },
}

function readLimit(values: JsonObject, name: keyof typeof DEFAULTS): number {
  return Math.max(1, Math.floor(readNumber(values, name) ?? DEFAULTS[name]))
}

async function findArticles(query: string, { values }: Component, call: CallContext): Promise<Article[]> {
  const cut = query.slice(0, readLimit(values, 'maxQueryLength'))
  const words = cut.split(/[\s,]+/).filter((word) => word !== '')
  const wanted = words.every((word) => ID.test(word))
    ? { id_list: words.join(',') }
    : { search_query: cut, start: 0 }
  const url = addQuery(ADDRESS, { ...wanted, max_results: readLimit(values, 'topKResults') })
  const { body } = await askServer(call, { url }, { label: 'arXiv' })
  const articles = await readArticles(body)
  if (!articles) throw new RunnelError('upstream_error', 'arXiv gave an answer that cannot be read.')
  const refusal = articles.find(({ id }) => id.includes('/api/errors'))
  if (refusal) throw new RunnelError('invalid_input', `arXiv refused the query: ${refusal.summary}`)
  return articles
}

async function describeArticle(article: Article, { values }: Component, call: CallContext): Promise<string> {
  const { title, authors, published, summary, id } = article
  const facts = [
    `Published: ${published}`,
    `Title: ${title}`,
    `Authors: ${authors.join(', ')}`,
    `Address: ${id}`,
    `Summary: ${summary}`,
  ].join('\n')
  if (!readSwitch(values, 'loadFullContent')) return facts
  try {
    return `${facts}\n\n${await readWhole(article, call)}`
  } catch (error) {
    if (call.signal.aborted || !readSwitch(values, 'continueOnFailure')) throw error
    return `${facts}\n\n[The text could not be read: ${errorMessage(error)}]`
  }
}

async function readWhole({ id, pdf }: Article, call: CallContext): Promise<string> {
  const address = (pdf || id.replace('/abs/', '/pdf/')).replace(/^http:/, 'https:')
  const { body, isBase64 } = await askServer(call, { url: address }, { label: 'arXiv' })
  if (isBase64 !== true) throw new RunnelError('upstream_error', `${address} is no PDF.`)
  const name = `${id.split('/').at(-1) ?? 'article'}.pdf`
  const file = await call.file.write({
    bytes: Uint8Array.fromBase64(body),
    mediaType: 'application/pdf',
    name,
  })
  const { pages } = await call.file.readText(file, 'pdf')
  return pages.join('\n\n')
}
