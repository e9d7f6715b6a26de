import { readFilesOf } from '../read-files.ts'
import { readPaged } from '../read-paged.ts'

/** The text of documents of Word, a document for each page. */
export const loadWordFiles = readFilesOf('docxFile', (file, _values, call) =>
  readPaged(file, { format: 'docx' }, call),
)
