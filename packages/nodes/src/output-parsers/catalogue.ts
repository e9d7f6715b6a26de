import type { NodeType } from '@runnel/node-kit'
import { advancedStructuredOutputParser } from './advanced-structured-output-parser/definition.ts'
import { csvOutputParser } from './csv-output-parser/definition.ts'
import { customListOutputParser } from './custom-list-output-parser/definition.ts'
import { structuredOutputParser } from './structured-output-parser/definition.ts'

/** Output parsers, in the order in which menus show them. */
export const outputParsers: readonly NodeType[] = [
  structuredOutputParser,
  advancedStructuredOutputParser,
  csvOutputParser,
  customListOutputParser,
]
