import type { Document, SplitDocuments } from '@runnel/node-kit'
import { cutDocuments, readSizes } from '../cut-documents.ts'
import { splitMarkdownText } from '../split-markdown-text.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'

/** Makes Markdown of each document and cuts it; lines are told of the Markdown. */
export const splitHtml: SplitDocuments = async (component, documents) => {
  const sizes = readSizes(component)
  const written: Document[] = []
  for (const document of documents)
    written.push({ ...document, pageContent: await htmlToMarkdown(document.pageContent) })
  return cutDocuments(written, (text) => splitMarkdownText(text, sizes))
}
