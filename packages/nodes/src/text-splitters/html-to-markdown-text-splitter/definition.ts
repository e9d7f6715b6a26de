import { defineNode } from '@runnel/node-kit'
import { sizeInputs } from '../size-inputs.ts'

/** Cuts HTML as Markdown. */
export const htmlToMarkdownTextSplitter = defineNode({
  definition: {
    name: 'htmlToMarkdownTextSplitter',
    label: 'HtmlToMarkdown Text Splitter',
    version: 1,
    type: 'HtmlToMarkdownTextSplitter',
    icon: 'IconScissors',
    category: 'Text Splitters',
    description: 'Makes Markdown of HTML and cuts it into pieces at headings',
    baseClasses: [
      'HtmlToMarkdownTextSplitter',
      'MarkdownTextSplitter',
      'RecursiveCharacterTextSplitter',
      'TextSplitter',
      'BaseDocumentTransformer',
    ],
    kind: 'component',
    effects: 'none',
    provides: ['textSplitter'],
    inputs: [...sizeInputs],
  },
  provides: { textSplitter: async () => (await import('./text-splitter.ts')).splitHtml },
})
