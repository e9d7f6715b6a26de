import type { FakeOpenAI } from '@runnel/providers/testing'
import type { ServerPlace } from './by-hand.ts'
import type { TestCaller } from './test-caller.ts'

/** Ids of things by their kinds. */
export type Ids = Record<string, string>

/**
 * What a thing can be made of: those of its tenant that were made before it, a vendor that may be called, and the server,
 * where only time or the world outside makes one.
 */
export interface Making {
  made: Ids
  vendor?: FakeOpenAI | undefined
  server?: ServerPlace | undefined
}

/** A call that names things. */
export interface NamingCall {
  method: string
  path: string
  body?: object
}

/** A kind of thing that belongs to one tenant: how one is made, and where others must not meet it. */
export interface TenantEntity {
  /** Whose it is: a workspace's own, or an organisation's, whose administrators may reach all its workspaces. */
  of: 'workspace' | 'organization'
  /** The routes whose `:id` names one. */
  routes?: RegExp
  /** Other places of paths that name one, wherever they stand. */
  places?: readonly string[]
  /** Calls that name one elsewhere than in their path; whatever else they name is the caller's own. */
  calls?: (id: string, own: Ids) => NamingCall[]
  /** Lists in which another tenant must not find it. */
  lists: readonly (string | ((own: Ids) => string))[]
  /** Its making calls a vendor. */
  needsVendor?: true
  /** Makes one for a caller who may do everything, and gives its id. */
  make(caller: TestCaller, making: Making): Promise<string>
}

/** Makes a thing by one call that answers with its id. */
export const create =
  (path: string, body: object, status = 200) =>
  async (caller: TestCaller) =>
    (await caller.expect<{ id: string }>(status, 'POST', path, body)).id

/** The lists of a kind of thing, as somebody asks for them. */
export const listsOf = ({ lists }: TenantEntity, own: Ids): string[] =>
  lists.map((list) => (typeof list === 'string' ? list : list(own)))
