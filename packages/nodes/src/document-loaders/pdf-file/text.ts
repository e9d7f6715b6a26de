import type { ReadText } from '@runnel/node-kit'
import { joinTexts } from '../finish-documents.ts'
import { loadPdfFiles } from './document-source.ts'

/** The text of the chosen files. */
export const readPdfText: ReadText = async (component, call) => joinTexts(await loadPdfFiles(component, call))
