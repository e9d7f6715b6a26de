import type { NodeType } from '@runnel/node-kit'
import { awsBedrockKBRetriever } from './aws-bedrock-kb-retriever/definition.ts'
import { customRetriever } from './custom-retriever/definition.ts'
import { embeddingsFilterRetriever } from './embeddings-filter-retriever/definition.ts'
import { extractMetadataRetriever } from './extract-metadata-retriever/definition.ts'
import { HydeRetriever } from './hyde-retriever/definition.ts'
import { llmFilterRetriever } from './llm-filter-retriever/definition.ts'
import { multiQueryRetriever } from './multi-query-retriever/definition.ts'
import { promptRetriever } from './prompt-retriever/definition.ts'
import { RRFRetriever } from './rrf-retriever/definition.ts'
import { similarityThresholdRetriever } from './similarity-threshold-retriever/definition.ts'
import { vectorStoreRetriever } from './vector-store-retriever/definition.ts'

/** Retrievers, in the order in which menus show them. */
export const retrievers: readonly NodeType[] = [
  vectorStoreRetriever,
  extractMetadataRetriever,
  HydeRetriever,
  llmFilterRetriever,
  multiQueryRetriever,
  RRFRetriever,
  promptRetriever,
  similarityThresholdRetriever,
  embeddingsFilterRetriever,
  awsBedrockKBRetriever,
  customRetriever,
]
