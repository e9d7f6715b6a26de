import type { LoadPlain } from '../finish-documents.ts'
import { listAll, openNotion, readNotionId, readNotionPages } from '../read-notion.ts'

/** The pages of a database of Notion, a document for each. */
export const loadDatabase: LoadPlain = async (component, call) => {
  const notion = openNotion(component, call)
  const id = readNotionId(component, 'databaseId', 'database id')
  return readNotionPages(notion, await listAll(notion, { url: `/databases/${id}/query`, json: {} }))
}
