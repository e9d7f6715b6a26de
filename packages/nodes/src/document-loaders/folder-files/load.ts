import { readSources, readSwitch } from '@runnel/node-kit'
import type { LoadPlain } from '../finish-documents.ts'
import { readByEnding } from '../read-by-ending.ts'
import { readNeeded } from '../server-loader.ts'

/** The files of a folder that the operator lists, each read as its ending says. */
export const loadFolder: LoadPlain = async function* (component, call, choice) {
  const folder = readNeeded(component, 'folderPath', 'folder')
  const recursive = readSwitch(component.values, 'recursive')
  yield* readSources(await call.file.listFolder(folder, { recursive }), {
    call,
    choice,
    sourceOf: (name) => ({ id: name, name }),
    async read(name) {
      const { blob } = await call.file.takeFromFolder(folder, name)
      return readByEnding({ source: { blob }, name }, component.values, call)
    },
  })
}
