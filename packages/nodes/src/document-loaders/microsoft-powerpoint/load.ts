import { readFilesOf } from '../read-files.ts'
import { readPaged } from '../read-paged.ts'

/** The text of presentations, a document for each slide. */
export const loadPresentations = readFilesOf('powerpointFile', (file, _values, call) =>
  readPaged(file, { format: 'pptx' }, call),
)
