import { endingOf, isPdfWhole, readByEnding } from '../read-by-ending.ts'
import { readEachFileOf } from '../read-files.ts'
import { readPdf } from '../read-pdf.ts'
import { PICTURE_ENDINGS, readPicture } from '../read-picture.ts'
import { findScanModel } from '../scan-model-input.ts'

/** Files, each read as its ending says; what has no text by the model that was chosen for it. */
export const loadFiles = readEachFileOf('file', (file, component, call) => {
  const { values } = component
  const ending = endingOf(file.name)
  const model = findScanModel(component)
  if (ending === 'pdf') return readPdf(file, { whole: isPdfWhole(values), model }, call)
  return PICTURE_ENDINGS.includes(ending) ? readPicture(file, model, call) : readByEnding(file, values, call)
})
