import type { FlowDocument, FlowType } from '@runnel/contract'
import type { RunPlan } from '@runnel/graph'

/** A flow version ready to run. Versions never change, so neither does this. */
export interface PreparedVersion {
  id: string
  flowType: FlowType
  document: FlowDocument
  plan: RunPlan
  /** The vector store that the plan fills; absent where it answers. */
  ingests?: string | undefined
  consentedHosts: string[]
  /** Ids that stand in it: other flows that it names are among them. */
  namedIds: ReadonlySet<string>
  /** Whether a run needs the workspace's variables. */
  usesVariables: boolean
  /** Whether a run goes on with the state, and with the form, of the session's previous one. */
  keepsState: boolean
  keepsForm: boolean
  /** Whether its answer can be streamed, as far as that follows from what it is made of. */
  canStream: boolean
  /** The session id that the author wrote into its memory node, if any. */
  fixedSessionId: string | undefined
}

/** Keeps the versions that were run last, by id. */
export interface VersionCache {
  /** The prepared version, from the cache or made by `load`. A version that cannot run is thrown, not kept. */
  get(id: string, load: () => Promise<StoredVersion>): Promise<PreparedVersion>
}

/** A version as the database keeps it. */
export interface StoredVersion {
  id: string
  flowType: FlowType
  document: FlowDocument
  ingests?: string | undefined
  consentedHosts: string[]
}
