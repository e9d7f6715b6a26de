import { type JsonObject, RunnelError } from '@runnel/contract'
import { readText } from '@runnel/node-kit'
import { readCsv } from './read-csv.ts'
import type { ReadFile } from './read-files.ts'
import { readJson, readJsonLines } from './read-json-files.ts'
import { readPaged } from './read-paged.ts'
import { readPlain } from './read-plain.ts'

/** Whether a PDF is one document, in either spelling of the param. */
export function isPdfWhole(values: JsonObject): boolean {
  return (readText(values, 'usage') || readText(values, 'pdfUsage')) === 'perFile'
}

const readPdf: ReadFile = (file, values, call) =>
  readPaged(file, { format: 'pdf', whole: isPdfWhole(values) }, call)
const readWord: ReadFile = (file, _values, call) => readPaged(file, { format: 'docx', whole: true }, call)
const readWorkbook: ReadFile = (file, _values, call) => readPaged(file, { format: 'xlsx' }, call)
const readSlides: ReadFile = (file, _values, call) => readPaged(file, { format: 'pptx' }, call)

/** Who reads a file whose name ends so; all others are text. */
const readers = new Map<string, ReadFile>([
  ['pdf', readPdf],
  ['doc', readWord],
  ['docx', readWord],
  ['xls', readWorkbook],
  ['xlsb', readWorkbook],
  ['xlsm', readWorkbook],
  ['xlsx', readWorkbook],
  ['ppt', readSlides],
  ['pptx', readSlides],
  ['epub', (file, _values, call) => readPaged(file, { format: 'epub' }, call)],
  ['csv', (file, _values, call) => readCsv(file, {}, call)],
  ['json', (file, _values, call) => readJson(file, {}, call)],
  ['jsonl', readJsonLines],
])

/** Reads a file as its ending says: `usage` or `pdfUsage` for PDFs, `pointerName` for JSON lines. What is no text is refused. */
export const readByEnding: ReadFile = (file, values, call) => {
  const reader = readers.get(endingOf(file.name)) ?? readOnlyText
  return reader(file, values, call)
}

const readOnlyText: ReadFile = async (file, values, call) => {
  const documents = await readPlain(file, values, call)
  if (!documents.some(({ pageContent }) => pageContent.includes('\0'))) return documents
  throw new RunnelError(
    'invalid_input',
    `${file.name} is no text, and no document of a kind that is read here.`,
  )
}

/** What stands behind the last dot of a name, in small letters. */
export function endingOf(name: string): string {
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
}
