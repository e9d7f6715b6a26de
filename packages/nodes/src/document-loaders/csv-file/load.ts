import { readCsv } from '../read-csv.ts'
import { readFilesOf } from '../read-files.ts'

/** The rows of CSV files, a document for each. */
export const loadCsvFiles = readFilesOf('csvFile', readCsv)
