import { readPage } from '@runnel/markup'
import { authoriseRequest, listAt, readSwitch, readText, textAt } from '@runnel/node-kit'
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
  read: (answer) => ({
    documents: listAt(answer, 'results').map(({ content, ...result }) => ({
      pageContent: typeof content === 'string' ? readPage(content).text : JSON.stringify(content ?? ''),
      metadata: { source: textAt(result, 'url') },
    })),
  }),
})
