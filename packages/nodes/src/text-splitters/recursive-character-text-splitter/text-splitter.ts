import { RunnelError } from '@runnel/contract'
import { eachPiece, readText, type SplitDocuments } from '@runnel/node-kit'
import { cutDocuments, readSizes } from '../cut-documents.ts'

const DEFAULT_SEPARATORS = ['\n\n', '\n', ' ', '']

/** Cuts each document at the coarsest separator that helps. */
export const splitRecursively: SplitDocuments = (component, documents) => {
  const sizes = readSizes(component)
  const separators = readSeparators(readText(component.values, 'separators'), component.label)
  return cutDocuments(documents, (text) => eachPiece(text, { ...sizes, separators }))
}

function readSeparators(text: string, label: string): string[] {
  if (text.trim() === '') return DEFAULT_SEPARATORS
  try {
    const parsed: unknown = JSON.parse(text)
    if (Array.isArray(parsed) && parsed.every((item) => typeof item === 'string')) return parsed
  } catch {}
  throw new RunnelError(
    'invalid_input',
    `${label}: the custom separators are no JSON list of texts. Write them as ["##", "|"].`,
  )
}
