import type { ReadText } from '@runnel/node-kit'
import { joinTexts } from '../finish-documents.ts'
import { loadChunks } from './document-source.ts'

/** The text of the chunks. */
export const readChunkTexts: ReadText = async (component, call) =>
  joinTexts(await loadChunks(component, call))
