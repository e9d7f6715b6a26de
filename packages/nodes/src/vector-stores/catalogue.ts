import type { NodeType } from '@runnel/node-kit'
import { astra } from './astra/definition.ts'
import { chroma } from './chroma/definition.ts'
import { documentStoreVS } from './document-store-vs/definition.ts'
import { elasticsearch } from './elasticsearch/definition.ts'
import { faiss } from './faiss/definition.ts'
import { meilisearch } from './meilisearch/definition.ts'
import { memoryVectorStore } from './memory-vector-store/definition.ts'
import { milvus } from './milvus/definition.ts'
import { mongoDBAtlas } from './mongo-db-atlas/definition.ts'
import { openSearch } from './open-search/definition.ts'
import { pinecone } from './pinecone/definition.ts'
import { postgres } from './postgres/definition.ts'
import { qdrant } from './qdrant/definition.ts'
import { redis } from './redis/definition.ts'
import { runnelVectorStore } from './runnel-vector-store/definition.ts'
import { supabase } from './supabase/definition.ts'
import { upstash } from './upstash/definition.ts'
import { vectara } from './vectara/definition.ts'
import { vectaraUpload } from './vectara-upload/definition.ts'
import { weaviate } from './weaviate/definition.ts'

/** Vector stores, in the order in which menus show them. */
export const vectorStores: readonly NodeType[] = [
  runnelVectorStore,
  memoryVectorStore,
  faiss,
  documentStoreVS,
  mongoDBAtlas,
  pinecone,
  postgres,
  qdrant,
  redis,
  chroma,
  weaviate,
  upstash,
  elasticsearch,
  openSearch,
  meilisearch,
  supabase,
  milvus,
  astra,
  vectara,
  vectaraUpload,
]
