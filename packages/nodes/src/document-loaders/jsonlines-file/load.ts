import { readFilesOf } from '../read-files.ts'
import { readJsonLines } from '../read-json-files.ts'

/** The lines of files of JSON lines, a document for each. */
export const loadJsonLines = readFilesOf('jsonlinesFile', readJsonLines)
