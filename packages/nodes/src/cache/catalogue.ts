import type { NodeType } from '@runnel/node-kit'
import { inMemoryCache } from './in-memory-cache/definition.ts'
import { inMemoryEmbeddingCache } from './in-memory-embedding-cache/definition.ts'
import { momentoCache } from './momento-cache/definition.ts'
import { redisCache } from './redis-cache/definition.ts'
import { redisEmbeddingsCache } from './redis-embeddings-cache/definition.ts'
import { upstashRedisCache } from './upstash-redis-cache/definition.ts'

/** Caches of replies and of vectors, in the order in which menus show them. */
export const caches: readonly NodeType[] = [
  inMemoryCache,
  redisCache,
  upstashRedisCache,
  momentoCache,
  inMemoryEmbeddingCache,
  redisEmbeddingsCache,
]
