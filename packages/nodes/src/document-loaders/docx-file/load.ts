import { readFilesOf } from '../read-files.ts'
import { readPaged } from '../read-paged.ts'

/** The text of documents of Word, one document for each. */
export const loadDocxFiles = readFilesOf('docxFile', (file, _values, call) =>
  readPaged(file, { format: 'docx', whole: true }, call),
)
