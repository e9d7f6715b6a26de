import type { ReadText } from '@runnel/node-kit'
import { joinTexts } from '../finish-documents.ts'
import { findDocuments } from './document-source.ts'

/** The text of what is found. */
export const readFoundTexts: ReadText = async (component, call) =>
  joinTexts(await findDocuments(component, call))
