import { readText, type SplitDocuments } from '@runnel/node-kit'
import { cutDocuments, readSizes } from '../cut-documents.ts'
import { splitMarkdownText } from '../split-markdown-text.ts'

const LEVELS = ['disabled', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']

/** Cuts each document as Markdown. */
export const splitMarkdown: SplitDocuments = (component, documents) => {
  const sizes = readSizes(component)
  const level = Math.max(0, LEVELS.indexOf(readText(component.values, 'splitByHeaders')))
  return cutDocuments(documents, (text) => splitMarkdownText(text, sizes, level))
}
