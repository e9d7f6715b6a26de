import { pageSteps } from '@runnel/markup'
import {
  authoriseRequest,
  type Document,
  gatherOne,
  listAt,
  readSwitch,
  readText,
  textAt,
} from '@runnel/node-kit'
import { loadFromServer, readNeeded } from '../server-loader.ts'

/** What Oxylabs reads, a document for each result. */
export const loadResults = loadFromServer({
  label: 'Oxylabs',
  authorise: ({ username = '', password = '' }) =>
    authoriseRequest({ basicAuthUsername: username.trim(), basicAuthPassword: password.trim() }),
  first(component) {
    const { values } = component
    const [source, query] = [
      readText(values, 'source') || 'universal',
      readNeeded(component, 'query', 'query'),
    ]
    const [place, agent] = [readText(values, 'geo_location').trim(), readText(values, 'user_agent_type')]
    return {
      url: 'https://realtime.oxylabs.io/v1/queries',
      json: {
        source,
        ...(source === 'universal' ? { url: query } : { query }),
        ...(place !== '' && { geo_location: place }),
        ...(agent !== '' && { user_agent_type: agent }),
        ...(readSwitch(values, 'render') && { render: 'html' }),
        parse: readSwitch(values, 'parse'),
      },
      timeoutMs: 180_000,
    }
  },
  async read(answer) {
    const documents: Document[] = []
    for (const { content, ...result } of listAt(answer, 'results')) {
      const isPage = typeof content === 'string'
      const pageContent = isPage ? (await gatherOne(pageSteps(content))).text : JSON.stringify(content ?? '')
      documents.push({ pageContent, metadata: { source: textAt(result, 'url') } })
    }
    return { documents }
  },
})
