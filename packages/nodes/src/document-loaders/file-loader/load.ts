import { readByEnding } from '../read-by-ending.ts'
import { readFilesOf } from '../read-files.ts'

/** Files, each read as its ending says. */
export const loadFiles = readFilesOf('file', readByEnding)
