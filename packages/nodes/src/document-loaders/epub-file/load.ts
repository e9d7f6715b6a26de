import { readText } from '@runnel/node-kit'
import { readFilesOf } from '../read-files.ts'
import { readPaged } from '../read-paged.ts'

/** The text of books: a document for each chapter, or for each book. */
export const loadEpubFiles = readFilesOf('epubFile', (file, values, call) =>
  readPaged(file, { format: 'epub', whole: readText(values, 'usage') === 'perFile' }, call),
)
