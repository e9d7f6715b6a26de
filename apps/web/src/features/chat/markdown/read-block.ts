import type { MarkdownBlock } from './markdown-tree.ts'

/** A block and the index of the line behind it. */
export interface ReadBlock {
  block: MarkdownBlock
  next: number
}
