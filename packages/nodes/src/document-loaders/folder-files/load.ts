import { type Document, readSwitch } from '@runnel/node-kit'
import type { LoadPlain } from '../finish-documents.ts'
import { readByEnding } from '../read-by-ending.ts'
import { readNeeded } from '../server-loader.ts'

/** The files of a folder that the operator lists, each read as its ending says. */
export const loadFolder: LoadPlain = async (component, call) => {
  const name = readNeeded(component, 'folderPath', 'folder')
  const recursive = readSwitch(component.values, 'recursive')
  const documents: Document[] = []
  for (const file of await call.file.takeFolder(name, { recursive })) {
    call.signal.throwIfAborted()
    const read = await readByEnding({ source: { blob: file.blob }, name: file.name }, component.values, call)
    for (const document of read) documents.push(document)
  }
  return documents
}
