import { readSources } from '@runnel/node-kit'
import type { LoadPlain } from '../finish-documents.ts'
import { readPlain } from '../read-plain.ts'
import { readNeeded } from '../server-loader.ts'

/** The pages of an export of Notion, a document for each. */
export const loadExport: LoadPlain = async function* (component, call, choice) {
  const folder = readNeeded(component, 'notionFolder', 'folder')
  const files = await call.file.listFolder(folder, { recursive: true })
  yield* readSources(
    files.filter((name) => name.toLowerCase().endsWith('.md')),
    {
      call,
      choice,
      sourceOf: (name) => ({ id: name, name }),
      async read(name) {
        const { blob } = await call.file.takeFromFolder(folder, name)
        return readPlain({ source: { blob }, name }, {}, call)
      },
    },
  )
}
