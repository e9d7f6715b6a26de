import type { NodeType } from '@runnel/node-kit'
import { conversationChain } from './conversation-chain/definition.ts'
import { conversationalRetrievalQAChain } from './conversational-retrieval-qa-chain/definition.ts'
import { getApiChain } from './get-api-chain/definition.ts'
import { graphCypherQAChain } from './graph-cypher-qa-chain/definition.ts'
import { llmChain } from './llm-chain/definition.ts'
import { multiPromptChain } from './multi-prompt-chain/definition.ts'
import { multiRetrievalQAChain } from './multi-retrieval-qa-chain/definition.ts'
import { openApiChain } from './open-api-chain/definition.ts'
import { postApiChain } from './post-api-chain/definition.ts'
import { retrievalQAChain } from './retrieval-qa-chain/definition.ts'
import { sqlDatabaseChain } from './sql-database-chain/definition.ts'
import { vectaraQAChain } from './vectara-qa-chain/definition.ts'
import { vectorDBQAChain } from './vector-dbqa-chain/definition.ts'

/** Chains, in the order in which menus show them. */
export const chains: readonly NodeType[] = [
  llmChain,
  conversationChain,
  conversationalRetrievalQAChain,
  retrievalQAChain,
  multiRetrievalQAChain,
  vectorDBQAChain,
  multiPromptChain,
  getApiChain,
  postApiChain,
  openApiChain,
  sqlDatabaseChain,
  graphCypherQAChain,
  vectaraQAChain,
]
