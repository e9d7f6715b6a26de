import { type LoadDocuments, readText } from '@runnel/node-kit'
import { finishDocuments } from '../finish-documents.ts'

/** The text as one document, cut by its splitter. */
export const loadPlainText: LoadDocuments = async (component, call) => {
  const pageContent = readText(component.values, 'text')
  return pageContent.trim() === '' ? [] : finishDocuments(component, [{ pageContent, metadata: {} }], call)
}
