import { defineNode } from '@runnel/node-kit'
import { sizeInputs } from '../size-inputs.ts'

/** Cuts Markdown at its headings. */
export const markdownTextSplitter = defineNode({
  definition: {
    name: 'markdownTextSplitter',
    label: 'Markdown Text Splitter',
    version: 1.1,
    type: 'MarkdownTextSplitter',
    icon: 'IconScissors',
    category: 'Text Splitters',
    description: 'Cuts Markdown into pieces at headings, then paragraphs, lines and words',
    baseClasses: [
      'MarkdownTextSplitter',
      'RecursiveCharacterTextSplitter',
      'TextSplitter',
      'BaseDocumentTransformer',
    ],
    kind: 'component',
    effects: 'none',
    provides: ['textSplitter'],
    inputs: [
      ...sizeInputs,
      {
        label: 'Split by Headers',
        name: 'splitByHeaders',
        type: 'options',
        overridable: true,
        description: 'Begins a piece at each heading of these levels, whatever the sizes',
        options: [
          { label: 'Disabled', name: 'disabled' },
          { label: '# Headers (H1)', name: 'h1' },
          { label: '## Headers (H2)', name: 'h2' },
          { label: '### Headers (H3)', name: 'h3' },
          { label: '#### Headers (H4)', name: 'h4' },
          { label: '##### Headers (H5)', name: 'h5' },
          { label: '###### Headers (H6)', name: 'h6' },
        ],
        default: 'disabled',
        optional: true,
      },
    ],
  },
  provides: { textSplitter: async () => (await import('./text-splitter.ts')).splitMarkdown },
})
