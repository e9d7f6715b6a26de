import type { LoadPlain } from '../finish-documents.ts'
import { openNotion, readNotionId, readNotionPages } from '../read-notion.ts'

/** A page of Notion and those inside of it, a document for each. */
export const loadPage: LoadPlain = async function* (component, call, choice) {
  const id = readNotionId(component, 'pageId', 'page id')
  yield* readNotionPages(openNotion(component, call), { pages: [{ id }], call, choice })
}
