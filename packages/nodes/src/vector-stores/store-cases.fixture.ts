import { astraCase } from './astra/astra.case.fixture.ts'
import { chromaCase } from './chroma/chroma.case.fixture.ts'
import { elasticsearchCase } from './elasticsearch/elasticsearch.case.fixture.ts'
import { meilisearchCase } from './meilisearch/meilisearch.case.fixture.ts'
import { milvusCase } from './milvus/milvus.case.fixture.ts'
import { mongoCase } from './mongo-db-atlas/mongo-db-atlas.case.fixture.ts'
import { openSearchCase } from './open-search/open-search.case.fixture.ts'
import { pineconeCase } from './pinecone/pinecone.case.fixture.ts'
import { postgresCase } from './postgres/postgres.case.fixture.ts'
import { qdrantCase } from './qdrant/qdrant.case.fixture.ts'
import { redisCase } from './redis/redis.case.fixture.ts'
import type { StoreCase } from './store-case.fixture.ts'
import { supabaseCase } from './supabase/supabase.case.fixture.ts'
import { upstashCase } from './upstash/upstash.case.fixture.ts'
import { vectaraCase } from './vectara/vectara.case.fixture.ts'
import { weaviateCase } from './weaviate/weaviate.case.fixture.ts'

/** Every store of the catalogue that is outside; a test compares. */
export const storeCases: StoreCase[] = [
  qdrantCase,
  chromaCase,
  pineconeCase,
  upstashCase,
  elasticsearchCase,
  openSearchCase,
  meilisearchCase,
  supabaseCase,
  milvusCase,
  astraCase,
  vectaraCase,
  weaviateCase,
  postgresCase,
  mongoCase,
  redisCase,
]
