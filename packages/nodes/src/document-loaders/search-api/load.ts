import type { JsonObject } from '@runnel/contract'
import { readJsonParam, readText } from '@runnel/node-kit'
import { readFindings } from '../read-findings.ts'
import { loadFromServer } from '../server-loader.ts'

/** The pages that are found, a document for each. */
export const loadFindings = loadFromServer({
  label: 'SearchApi',
  authorise: ({ searchApiKey = '' }) => ({ headers: { authorization: `Bearer ${searchApiKey}` } }),
  first: (component) => ({
    url: 'https://www.searchapi.io/api/v1/search',
    query: {
      engine: 'google',
      q: readText(component.values, 'query'),
      ...withoutKey(readJsonParam(component, 'customParameters')),
    },
  }),
  read: (answer) => ({ documents: readFindings(answer, ['organic_results']) }),
})

/** The key is the credential's alone. */
function withoutKey({ api_key: _key, ...parameters }: JsonObject = {}): JsonObject {
  return parameters
}
