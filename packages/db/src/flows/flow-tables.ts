import type { FlowType, FlowUse } from '@runnel/contract'
import type { Generated } from 'kysely'
import type { TenantColumn } from '../tenant/tenant-column.ts'

/** One flow without its documents. Texts named after the reference's columns hold JSON, or null when unset. */
export interface FlowTable {
  id: string
  workspaceId: TenantColumn
  name: string
  type: FlowType
  /** Labels, separated by `;`. */
  category: string | null
  deployed: boolean
  isPublic: boolean
  /** Id of the API key that protects prediction; null or '' leaves it open. */
  apikeyid: string | null
  chatbotConfig: string | null
  apiConfig: string | null
  analytic: string | null
  speechToText: string | null
  textToSpeech: string | null
  followUpPrompts: string | null
  mcpServerConfig: string | null
  webhookSecretConfigured: string | null
  /** Of anonymous callers only an unguessable id continues a conversation. */
  privateSessions: boolean
  /** JSON array: tags of documents that it may read, whoever asks it. */
  documentTags: Generated<string | null>
  /** How many steps of a run may run at once; 1 is the reference's way. */
  concurrency: number
  /** Which version callers run. */
  runMode: 'latest' | 'published'
  headVersionId: string
  publishedVersionId: string | null
  /** JSON of a `Viewport`. */
  viewport: string | null
  /** JSON of the `FlowSummary` of the head. */
  summary: string
  /** Rises by one with each change of the flow; a stale one is refused. */
  revision: number
  /** Number of the last entry of the flow's change feed; no part of the revision. */
  changeSequence: Generated<number>
  /** Id of the user or key, null when made by the system. */
  createdBy: string | null
  createdAt: number
  updatedAt: number
  /** True for the worked example of a new workspace. */
  isExample: boolean
  /** When it was deleted: it exists for nobody, and goes with all that hangs on it. */
  deletedAt: number | null
}

/** A saved version or a snapshot of a draft: its document never changes. */
export interface FlowVersionTable {
  id: string
  workspaceId: TenantColumn
  flowId: string
  /** 1, 2, … for saved versions; null for snapshots. */
  number: number | null
  kind: 'saved' | 'snapshot'
  /** JSON of a `FlowDocument`. */
  document: string
  /** Hash of the document, hexadecimal: equal documents share a snapshot. */
  documentHash: string
  /** JSON array of what the savers consented to: the id of a credential, a space, the host to which it may go. */
  consentedHosts: string
  /** JSON array of the problems that the import of this version mended; null when nobody needs to see them. */
  repairs: string | null
  createdBy: string | null
  /** Time of the save; for snapshots the time of the last run that took it. */
  createdAt: number
}

/** What somebody has on the screen and has not saved: one per flow and user, a log of changes on a version. */
export interface FlowDraftTable {
  flowId: string
  userId: string
  workspaceId: TenantColumn
  /** The version from which the draft started. */
  baseVersionId: string
  /** JSON of the document on which the log stands; null when that is the document of the base version. */
  document: string | null
  /** Its log are the changes of the feed after this number … */
  startSequence: number
  /** … up to this one. */
  sequence: number
  viewport: string | null
  updatedAt: number
}

/** One entry of a flow's change feed: a save, or something that was added to a draft. */
export interface FlowChangeTable {
  flowId: string
  /** 1, 2, … in each flow. */
  sequence: number
  workspaceId: TenantColumn
  /** The user whose draft it belongs to; null for a save. */
  draftOf: string | null
  /** The version that a save made, or on which the draft stands. */
  versionId: string
  /** JSON of a `FlowDiff`. */
  diff: string
  createdBy: string | null
  createdAt: number
}

/** One thing that a flow takes from its workspace, in the document that is saved or in the one that is published. */
export interface FlowUseTable extends FlowUse {
  flowId: string
  workspaceId: TenantColumn
}
