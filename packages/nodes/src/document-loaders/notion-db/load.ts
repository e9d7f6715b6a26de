import type { LoadPlain } from '../finish-documents.ts'
import { listAll, openNotion, pageOf, readNotionId, readNotionPages } from '../read-notion.ts'

/** The pages of a database of Notion, a document for each. */
export const loadDatabase: LoadPlain = async function* (component, call, choice) {
  const notion = openNotion(component, call)
  const id = readNotionId(component, 'databaseId', 'database id')
  const listed = choice ? [] : await listAll(notion, { url: `/databases/${id}/query`, json: {} })
  yield* readNotionPages(notion, { pages: listed.map(pageOf), call, choice })
}
