import { readFindings } from '../read-findings.ts'
import { loadFromServer, readNeeded } from '../server-loader.ts'

/** The pages that Google finds, a document for each. */
export const loadFindings = loadFromServer({
  label: 'SerpApi',
  authorise: ({ serpApiKey = '' }) => ({ query: { api_key: serpApiKey } }),
  first: (component) => ({
    url: 'https://serpapi.com/search',
    query: { engine: 'google', output: 'json', q: readNeeded(component, 'query', 'query') },
  }),
  read: (answer) => ({ documents: readFindings(answer, ['organic_results']) }),
})
