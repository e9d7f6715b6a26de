import type { SplitDocuments } from '@runnel/node-kit'
import { cutDocuments, readSizes } from '../cut-documents.ts'
import { splitMarkdownText } from '../split-markdown-text.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'

/** Makes Markdown of each document and cuts it; lines are told of the Markdown. */
export const splitHtml: SplitDocuments = (component, documents) => {
  const sizes = readSizes(component)
  const written = documents.map((document) => ({
    ...document,
    pageContent: htmlToMarkdown(document.pageContent),
  }))
  return cutDocuments(written, (text) => splitMarkdownText(text, sizes))
}
