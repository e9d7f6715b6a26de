import type { JsonObject, JsonValue } from './json.ts'

/** Where a Redis is, with the secrets of its account: never written down. */
export interface RedisAddress {
  host: string
  port: number
  tls: boolean
  user?: string
  password?: string
  /** Number of its database; 0 when not said. */
  database?: number
}

/** A word of a command: a text, or numbers that are sent as 32-bit floats, the lowest byte first. */
export type RedisWord = string | { floats: number[] }

/** Commands of Redis as their words. Several run as one: all or none. */
export interface RedisQuestion {
  commands: RedisWord[][]
  /** Texts of the answer are bytes: each letter of them is one (Latin-1). */
  asBytes?: boolean
}

/** What each command gave; texts are read as UTF-8 where they were not asked for as bytes. */
export type RedisAnswer = JsonValue[]

/** Where a MongoDB is, with the secrets of its account: never written down. */
export interface MongoAddress {
  /** Members of a replica set, or a single server. With `srv` there is one, whose name the name server resolves. */
  hosts: { host: string; port: number }[]
  srv: boolean
  tls: boolean
  user?: string
  password?: string
  /** The database that knows the user; what the name server says, or `admin`, when not said. */
  authSource?: string
}

/** What is done in a collection. Filters and changes are those of MongoDB. */
export interface MongoQuestion {
  database: string
  collection: string
  operation: /** Whether it answers who signed in: an answer without documents. */
    | { type: 'ping' }
    | { type: 'find'; filter: JsonObject; limit: number }
    | { type: 'update'; filter: JsonObject; change: JsonObject; upsert: boolean }
    | MongoVectorOperation
}

/** What a store of vectors does with documents whose ids are texts. */
export type MongoVectorOperation =
  /** Gives the index of this name with its definition; none where there is no such one. */
  | { type: 'vectorIndex'; name: string }
  /** Makes the index of a field of vectors, by which these fields may be filtered too. */
  | { type: 'makeVectorIndex'; name: string; path: string; dimensions: number; filters: string[] }
  /** Makes a field quick to find by, unless it is. */
  | { type: 'makeIndex'; field: string }
  /** Ids of the documents whose field has this value, behind that one, in order. */
  | { type: 'listIds'; field: string; value: string; after?: string; limit: number }
  /** Stores whole documents in the place of those with their `_id`. */
  | { type: 'put'; documents: JsonObject[] }
  | { type: 'remove'; ids: string[] }
  /** The nearest documents, best first, each with its nearness as `score`; without the vector where it is not wanted. */
  | {
      type: 'nearest'
      index: string
      path: string
      vector: number[]
      limit: number
      filter?: JsonObject
      withVectors: boolean
    }

/** The documents that were found, as relaxed extended JSON; of a change none. */
export type MongoAnswer = JsonObject[]

/** Where an SQL database is, with the secrets of its account: never written down. */
export interface SqlAddress {
  kind: 'postgres' | 'mysql'
  host: string
  port: number
  tls: boolean
  user: string
  password: string
  database: string
}

/** One statement that reads, in a transaction that cannot write. */
export interface SqlQuestion {
  statement: string
  /** So many rows are given at most. */
  mostRows: number
}

/** Rows of a statement; dates and large numbers as text. */
export interface SqlAnswer {
  columns: string[]
  rows: JsonValue[][]
  /** Whether there were more rows than were given. */
  isCut: boolean
}

/** A table of vectors in a PostgreSQL that has pgvector, with a column `id` of texts or UUIDs. Names may be any text. */
export interface VectorTable {
  schema?: string
  name: string
  /** Columns of the text, of what is known of it (`jsonb`), and of its vector. */
  content: string
  metadata: string
  vector: string
}

/** A row of a table of vectors. */
export interface VectorTableRow {
  id: string
  content: string
  metadata: JsonObject
  vector: number[]
}

/** How two vectors are compared. */
export type VectorDistance = 'cosine' | 'euclidean' | 'innerProduct'

/** One condition on what is known of a text: on what stands at this key, or several together. */
export type MetadataCondition =
  | { key: string; is: JsonValue }
  | { key: string; in: string[] }
  | { key: string; notIn: string[] }
  | { key: string; holdsOneOf: string[] }
  | { key: string; compares: 'gt' | 'gte' | 'lt' | 'lte'; number: number }
  /** A part of a text, in small and capital letters alike. */
  | { key: string; contains: string }
  | { key: string; isThere: true }
  | { not: MetadataCondition }
  | { joins: 'all' | 'any'; conditions: MetadataCondition[] }

/** What is done with a table of vectors: no other statement is ever sent to it. */
export interface VectorTableQuestion {
  table: VectorTable
  operation: /** Gives a row with `dimensions`, null where nobody knows yet; none where there is no such table. */
    | { type: 'describe' }
    /** Makes the table, and the extension, unless they are there; `listedBy` is a key of the metadata that is listed by. */
    | { type: 'make'; dimensions: number; listedBy: string }
    /** Makes an index of neighbours (HNSW) for this way to compare, unless it is there. */
    | { type: 'index'; distance: VectorDistance; neighbours?: number; candidates?: number }
    /** Makes an index of the words of texts, unless it is there. */
    | { type: 'indexWords' }
    /** The rows whose texts have words of these, best first, each with its `score`: rare words count more. */
    | { type: 'words'; words: string; limit: number; conditions: MetadataCondition[] }
    /** Ids of the rows whose metadata have this value at the key, behind that one, in order. */
    | { type: 'listIds'; key: string; value: string; after?: string; limit: number }
    /** Stores rows in the place of those with their ids. */
    | { type: 'put'; rows: VectorTableRow[] }
    | { type: 'remove'; ids: string[] }
    /** The nearest rows, best first, each with its `distance`. */
    | {
        type: 'nearest'
        vector: number[]
        distance: VectorDistance
        limit: number
        conditions: MetadataCondition[]
        withVectors: boolean
        /** Of how many candidates of an index of neighbours; rows under conditions are compared exactly then. */
        candidates?: number
      }
}

/** Rows that were found, by names that do not depend on those of the columns; of a change none. */
export type VectorTableAnswer = JsonObject[]

/** Servers that do not speak HTTP, by what they speak: how they are reached, asked, and answer. All of it is plain data. */
export interface DataProtocols {
  redis: { address: RedisAddress; question: RedisQuestion; answer: RedisAnswer }
  mongodb: { address: MongoAddress; question: MongoQuestion; answer: MongoAnswer }
  sql: { address: SqlAddress; question: SqlQuestion; answer: SqlAnswer }
  vectorTable: { address: SqlAddress; question: VectorTableQuestion; answer: VectorTableAnswer }
}
export type DataProtocol = keyof DataProtocols
