import { readFindings } from '../read-findings.ts'
import { loadFromServer, readNeeded } from '../server-loader.ts'

/** The pages that Brave finds, a document for each. */
export const loadFindings = loadFromServer({
  label: 'Brave Search',
  authorise: ({ braveApiKey = '' }) => ({ headers: { 'x-subscription-token': braveApiKey } }),
  first: (component) => ({
    url: 'https://api.search.brave.com/res/v1/web/search',
    query: { q: readNeeded(component, 'query', 'query') },
    headers: { accept: 'application/json' },
  }),
  read: (answer) => ({
    documents: readFindings(answer, ['web', 'results'], { link: 'url', snippet: 'description' }),
  }),
})
