import { readText } from '@runnel/node-kit'
import type { LoadPlain } from '../finish-documents.ts'

/** The text as one document. */
export const loadPlainText: LoadPlain = async ({ values }) => [
  { pageContent: readText(values, 'text'), metadata: {} },
]
