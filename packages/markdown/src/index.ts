export { createMarkdownReader, type MarkdownReader } from './markdown-reader.ts'
export type {
  MarkdownBlock,
  MarkdownInline,
  MarkdownItem,
  MarkdownRow,
} from './markdown-tree.ts'
