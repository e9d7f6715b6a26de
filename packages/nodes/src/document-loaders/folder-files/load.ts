import { readSwitch } from '@runnel/node-kit'
import type { LoadPlain } from '../finish-documents.ts'
import { readByEnding } from '../read-by-ending.ts'
import { readNeeded } from '../server-loader.ts'

/** The files of a folder that the operator lists, each read as its ending says. */
export const loadFolder: LoadPlain = async function* (component, call) {
  const name = readNeeded(component, 'folderPath', 'folder')
  const recursive = readSwitch(component.values, 'recursive')
  for (const file of await call.file.takeFolder(name, { recursive })) {
    call.signal.throwIfAborted()
    yield await readByEnding({ source: { blob: file.blob }, name: file.name }, component.values, call)
  }
}
