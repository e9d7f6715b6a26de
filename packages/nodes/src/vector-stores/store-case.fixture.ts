import type { JsonObject } from '@runnel/contract'
import type { FakeStore } from './fake-collection.fixture.ts'

/** A store outside, in the tests of the family. */
export interface StoreCase {
  node: string
  /** `data` for one that speaks no HTTP; its questions reach the fake as requests whose body names protocol, address and question. */
  speaks?: 'data'
  values: JsonObject
  credential: Record<string, string>
  /** One that is not accepted; when not said, it is made of the other by a letter more. */
  wrongCredential?: Record<string, string>
  /** Fields of the credential that say where the server is, and are no secrets. */
  places?: string[]
  /** Hosts that may hear of it. */
  hosts: string[]
  /** Params that say where the server is. */
  addressParams: string[]
  /** The param of the store's own filter, and a filter that lets pass what has `topic` tea; absent where it has none. */
  filter?: { param: string; tea: string }
  /** What it filters by beside values; none of it when not said. */
  filtersBy?: readonly string[]
  /** It looks for words too, by the search types of the family; not one that does so by a param of its own. */
  findsWords?: true
  /** What the store makes of nested metadata; kept as they are when not said. */
  flattens?: (metadata: JsonObject) => JsonObject
  /** It makes vectors of texts by itself. */
  embedsItself?: true
  /** Where people make the collection: it is there, for vectors of this many dimensions. */
  isMadeByPeople?: boolean
  /** Names a collection that is not there; absent where the credential names the only one. */
  elsewhere?: JsonObject
  startFake(collection: { dimensions: number | undefined }): FakeStore
}
