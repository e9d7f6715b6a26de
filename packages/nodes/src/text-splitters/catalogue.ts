import type { NodeType } from '@runnel/node-kit'
import { characterTextSplitter } from './character-text-splitter/definition.ts'
import { codeTextSplitter } from './code-text-splitter/definition.ts'
import { htmlToMarkdownTextSplitter } from './html-to-markdown-text-splitter/definition.ts'
import { markdownTextSplitter } from './markdown-text-splitter/definition.ts'
import { recursiveCharacterTextSplitter } from './recursive-character-text-splitter/definition.ts'
import { tokenTextSplitter } from './token-text-splitter/definition.ts'

/** Text splitters, in the order in which menus show them. */
export const textSplitters: readonly NodeType[] = [
  recursiveCharacterTextSplitter,
  characterTextSplitter,
  tokenTextSplitter,
  markdownTextSplitter,
  codeTextSplitter,
  htmlToMarkdownTextSplitter,
]
