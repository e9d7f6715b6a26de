import { readFilesOf } from '../read-files.ts'
import { readPaged } from '../read-paged.ts'

/** The rows of workbooks, a document for each. */
export const loadWorkbooks = readFilesOf('excelFile', (file, _values, call) =>
  readPaged(file, { format: 'xlsx' }, call),
)
