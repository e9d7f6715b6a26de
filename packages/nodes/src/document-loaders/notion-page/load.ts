import type { LoadPlain } from '../finish-documents.ts'
import { openNotion, readNotionId, readNotionPages, readPageObject } from '../read-notion.ts'

/** A page of Notion and those inside of it, a document for each. */
export const loadPage: LoadPlain = async (component, call) => {
  const notion = openNotion(component, call)
  const id = readNotionId(component, 'pageId', 'page id')
  return readNotionPages(notion, [{ ...(await readPageObject(notion, id)), id }])
}
