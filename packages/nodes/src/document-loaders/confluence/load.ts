import type { JsonObject } from '@runnel/contract'
import { pageSteps } from '@runnel/markup'
import {
  authoriseRequest,
  type Component,
  type Document,
  gatherOne,
  listAt,
  readNumber,
  textAt,
} from '@runnel/node-kit'
import { type LoaderRequest, loadFromServer, readAddress, readNeeded } from '../server-loader.ts'

const OF_EACH = 25

/** The pages of a space, a document for each. */
export const loadPages = loadFromServer({
  label: 'Confluence',
  authorise: ({ personalAccessToken, username = '', accessToken = '' }) =>
    personalAccessToken === undefined
      ? authoriseRequest({ basicAuthUsername: username.trim(), basicAuthPassword: accessToken.trim() })
      : authoriseRequest({ token: personalAccessToken }),
  first: (component) => ask(component, 0),
  async read(answer, { component, request }) {
    const pages = listAt(answer, 'results')
    const documents: Document[] = []
    for (const page of pages) documents.push(await describePage(page, baseOf(component)))
    const isMore = pages.length > 0 && textAt(answer, '_links', 'next') !== ''
    const start = Number(request.query?.start ?? 0) + pages.length
    return { documents, next: isMore ? ask(component, start) : undefined }
  },
  most: ({ values }) => readNumber(values, 'limit') || undefined,
})

function ask(component: Component, start: number): LoaderRequest {
  const spaceKey = readNeeded(component, 'spaceKey', 'space key')
  const query = { spaceKey, type: 'page', limit: OF_EACH, start, expand: 'body.storage,version' }
  return { url: `${baseOf(component)}/rest/api/content`, query }
}

function baseOf(component: Component): string {
  const { origin, pathname } = readAddress(component, 'baseUrl', 'https://example.atlassian.net/wiki')
  return `${origin}${pathname.replace(/\/$/, '')}`
}

async function describePage(page: JsonObject, base: string): Promise<Document> {
  const { text } = await gatherOne(pageSteps(textAt(page, 'body', 'storage', 'value')))
  return {
    pageContent: text,
    metadata: {
      id: textAt(page, 'id'),
      title: textAt(page, 'title'),
      status: textAt(page, 'status'),
      type: textAt(page, 'type'),
      url: `${base}${textAt(page, '_links', 'webui')}`,
      version: textAt(page, 'version', 'number'),
      updated_at: textAt(page, 'version', 'when'),
      updated_by: textAt(page, 'version', 'by', 'displayName'),
    },
  }
}
