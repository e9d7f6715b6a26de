import { type ReadFile, readTextFile } from './read-files.ts'

/** The text of a file as one document. */
export const readPlain: ReadFile = async (file, _values, call) => [
  { pageContent: await readTextFile(file, call), metadata: { source: file.name } },
]
