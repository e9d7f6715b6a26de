export { createMarkdownReader, type MarkdownReader, parseMarkdown } from './markdown-reader.ts'
export type {
  MarkdownAlign,
  MarkdownBlock,
  MarkdownInline,
  MarkdownItem,
  MarkdownRow,
} from './markdown-tree.ts'
