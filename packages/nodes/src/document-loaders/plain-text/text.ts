import type { ReadText } from '@runnel/node-kit'
import { joinTexts } from '../finish-documents.ts'
import { loadPlainText } from './document-source.ts'

/** The text itself. */
export const readPlainText: ReadText = async (component, call) =>
  joinTexts(await loadPlainText(component, call))
