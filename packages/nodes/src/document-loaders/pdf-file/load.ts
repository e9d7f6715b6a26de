import { readText } from '@runnel/node-kit'
import { readFilesOf } from '../read-files.ts'
import { readPaged } from '../read-paged.ts'

/** The text of PDFs: a document for each page, or for each file. */
export const loadPdfFiles = readFilesOf('pdfFile', (file, values, call) =>
  readPaged(file, { format: 'pdf', whole: readText(values, 'usage') === 'perFile' }, call),
)
