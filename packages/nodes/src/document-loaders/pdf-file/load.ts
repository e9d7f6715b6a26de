import { readText } from '@runnel/node-kit'
import { readEachFileOf } from '../read-files.ts'
import { readPdf } from '../read-pdf.ts'
import { findScanModel } from '../scan-model-input.ts'

/** The text of PDFs: a document for each page, or for each file. */
export const loadPdfFiles = readEachFileOf('pdfFile', (file, component, call) => {
  const whole = readText(component.values, 'usage') === 'perFile'
  return readPdf(file, { whole, model: findScanModel(component) }, call)
})
