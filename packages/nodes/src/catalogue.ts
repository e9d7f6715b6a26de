import type { NodeType } from '@runnel/node-kit'
import { agentflowNodes } from './agentflow/catalogue.ts'
import { agents } from './agents/catalogue.ts'
import { caches } from './cache/catalogue.ts'
import { chains } from './chains/catalogue.ts'
import { documentLoaders } from './document-loaders/catalogue.ts'
import { graphs } from './graphs/catalogue.ts'
import { mcpTools } from './mcp/catalogue.ts'
import { memories } from './memory/catalogue.ts'
import { moderations } from './moderation/catalogue.ts'
import { notes } from './notes/catalogue.ts'
import { outputParsers } from './output-parsers/catalogue.ts'
import { prompts } from './prompts/catalogue.ts'
import { recordManagers } from './record-managers/catalogue.ts'
import { retrievers } from './retrievers/catalogue.ts'
import { textSplitters } from './text-splitters/catalogue.ts'
import { tools } from './tools/catalogue.ts'
import { utilities } from './utilities/catalogue.ts'
import { vectorStores } from './vector-stores/catalogue.ts'

/** Every node that is not a vendor's, family by family; each family lists its own. */
export const nodeCatalogue: NodeType[] = [
  ...agentflowNodes,
  ...notes,
  ...memories,
  ...prompts,
  ...outputParsers,
  ...chains,
  ...agents,
  ...tools,
  ...mcpTools,
  ...documentLoaders,
  ...textSplitters,
  ...vectorStores,
  ...recordManagers,
  ...graphs,
  ...retrievers,
  ...caches,
  ...moderations,
  ...utilities,
]
