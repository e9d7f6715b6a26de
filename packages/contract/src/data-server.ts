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

/** Commands of Redis as their words. Several run as one: all or none. */
export interface RedisQuestion {
  commands: string[][]
}

/** What each command gave; texts are read as UTF-8. */
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
  operation:
    | { type: 'find'; filter: JsonObject; limit: number }
    | { type: 'update'; filter: JsonObject; change: JsonObject; upsert: boolean }
}

/** The documents that were found, as relaxed extended JSON; of an update none. */
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

/** Servers that do not speak HTTP, by what they speak: how they are reached, asked, and answer. All of it is plain data. */
export interface DataProtocols {
  redis: { address: RedisAddress; question: RedisQuestion; answer: RedisAnswer }
  mongodb: { address: MongoAddress; question: MongoQuestion; answer: MongoAnswer }
  sql: { address: SqlAddress; question: SqlQuestion; answer: SqlAnswer }
}
export type DataProtocol = keyof DataProtocols
