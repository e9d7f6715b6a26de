import { readFilesOf } from '../read-files.ts'
import { readJson } from '../read-json-files.ts'

/** The texts in files of JSON, or their objects. */
export const loadJsonFiles = readFilesOf('jsonFile', readJson)
