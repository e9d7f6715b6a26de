import type { LoadPlain } from '../finish-documents.ts'
import { readPlain } from '../read-plain.ts'
import { readNeeded } from '../server-loader.ts'

/** The pages of an export of Notion, a document for each. */
export const loadExport: LoadPlain = async function* (component, call) {
  const name = readNeeded(component, 'notionFolder', 'folder')
  for (const file of await call.file.takeFolder(name, { recursive: true })) {
    call.signal.throwIfAborted()
    if (!file.name.toLowerCase().endsWith('.md')) continue
    yield await readPlain({ source: { blob: file.blob }, name: file.name }, {}, call)
  }
}
