import { readFilesOf } from '../read-files.ts'
import { readPlain } from '../read-plain.ts'

/** Files of text, one document for each. */
export const loadTextFiles = readFilesOf('txtFile', readPlain)
