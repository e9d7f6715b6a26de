import type { DataProtocol, DataProtocols, JsonObject, JsonValue } from '@runnel/contract'
import type {
  Authorise,
  Component,
  DataServerTarget,
  Document,
  FormPart,
  HttpRequest,
  RepeatsWhile,
} from '@runnel/node-kit'
import type { Scalar, StoreCondition, StoreOperator } from './store-conditions.ts'

/** Under this name a store keeps with each record which source it came from (`OutsideStore`). */
export const SOURCE_KEY = 'runnel_source'

/** A piece of a source as it is stored. `id` is a UUID made of source, content and embeddings: the same for the same. */
export interface StoredRecord extends Document {
  id: string
  vector: number[]
}

/** A piece that was found: a higher score fits better. `vector` is there where it was wanted. */
export interface FoundRecord extends Document {
  score: number
  vector?: number[]
}

/** What is looked for. */
export interface StoreSearch {
  vector: number[]
  /** The words of the query, for stores that look for words too. */
  query: string
  limit: number
  /** Metadata that a document must have, beside the filter that the node itself names. */
  equals: [key: string, value: Scalar][]
  /** What it must meet beside that: nothing that the store does not say it can do (`OutsideStore.filtersBy`). */
  conditions: StoreCondition[]
  withVectors: boolean
}

/** What is looked for by words alone. */
export type WordSearch = Omit<StoreSearch, 'vector'>

/** A request to the server of a store. */
export interface StoreRequest {
  /** Path and query behind the store's address, or a whole address where the store says it (`OutsideStore.address`). */
  path: string
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON; a text as it is, by its own `type`. */
  body?: JsonValue
  /** Sent as a form in the place of a body. */
  form?: FormPart[]
  headers?: Record<string, string>
  repeatsWhile?: RepeatsWhile
  /** How the server says in an answer of success that it is busy. */
  busyWhen?: NonNullable<HttpRequest['busyWhen']>
}

/** The server of a store, as its node names it. */
export interface StoreServer {
  label: string
  values: JsonObject
  /** Asks it; null for an answer without a body. @throws RunnelError `upstream_error` in plain words when it refuses */
  ask(request: StoreRequest): Promise<JsonValue>
  /** The same, undefined where nothing is there: at a 404, or at these statuses. */
  find(request: StoreRequest, absent?: number[]): Promise<JsonValue | undefined>
  /** What the server said when nothing was there the last time; empty where it said nothing. */
  saidAbsent(): string
  /** The same of a server that does not speak HTTP. */
  askData<Protocol extends DataProtocol>(
    protocol: Protocol,
    reach: DataServerTarget<Protocol>['reach'],
    question: DataProtocols[Protocol]['question'],
  ): Promise<DataProtocols[Protocol]['answer']>
  /** The error that the server gave another answer than its protocol has, or this fault. */
  refuse(fault?: string): Error
}

/** A collection (an index, a class, a table) that is there. */
export interface Collection {
  /** Numbers of a vector in it; absent where nobody can know before something is in it. */
  dimensions?: number | undefined
  /** The ids of all records of a source. */
  listIds(source: string): Promise<string[]>
  /** Stores records; one whose id is there already takes its place, so that doing it twice changes nothing. */
  put(source: string, records: StoredRecord[]): Promise<void>
  remove(source: string, ids: string[]): Promise<void>
  /** Makes quick to search what was stored now. */
  settle?(): Promise<void>
  /** The nearest records, best first. */
  search(search: StoreSearch): Promise<FoundRecord[]>
  /**
   * The records that have words of the query, best first; a score is above 0 and grows without end. Of the stores that offer it
   * (`findsWords` of their definition).
   */
  searchWords?(search: WordSearch): Promise<FoundRecord[]>
}

/** A vector store outside, by its own protocol. What all of them do stands in `outside-store.ts`. */
export interface OutsideStore {
  /**
   * What stands before the paths of its requests; empty where the credential holds it. Absent, as `authorise`, for a store
   * that speaks no HTTP (`StoreServer.askData`).
   */
  address?(component: Component): string
  /** How its credential becomes secrets of a request. */
  authorise?(component: Component): Authorise
  /** It makes vectors of texts by itself: no embeddings are wired to it, and records come without a vector. */
  embedsItself?: true
  /** How many records are found where the node does not say; 4 when not said here. */
  defaultLimit?: number
  /** What the server takes in one request. */
  most: { records: number; bytes?: number; deletes?: number }
  /** What it can filter by beside values that a document must have; with any of these it knows `$or` too. None when not said. */
  filtersBy?: readonly StoreOperator[]
  /** What the collection is called, in words for people: `collection "tea"`. */
  name(values: JsonObject): string
  /** Undefined where there is no such collection yet. */
  open(server: StoreServer): Promise<Collection | undefined>
  /** Makes it, or opens what was made meanwhile: as all requests, this may be done twice. Absent where people make it at the vendor. */
  create?(server: StoreServer, dimensions: number): Promise<Collection>
}

/** One that is asked over HTTP. */
export type HttpStore = OutsideStore & Required<Pick<OutsideStore, 'address' | 'authorise'>>
