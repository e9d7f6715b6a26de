import { z } from 'zod'
import { DOCUMENT_TAG } from './document-tag.ts'

const WORDS = 'Write a tag in small letters, digits, dots, dashes and underscores, 40 at most.'

/** The tags of a document, or of a flow, each once. */
export const documentTagsSchema = z
  .array(z.string().regex(DOCUMENT_TAG, WORDS))
  .max(20)
  .transform((tags) => [...new Set(tags)].toSorted())
