import type { FlowType } from '@runnel/contract'
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
  /** JSON array of hosts to which the saver consented. */
  consentedHosts: string
  /** JSON array of the problems that the import of this version mended; null when nobody needs to see them. */
  repairs: string | null
  createdBy: string | null
  /** Time of the save; for snapshots the time of the last run that took it. */
  createdAt: number
}

/** What somebody has on the screen and has not saved: one per flow and user. */
export interface FlowDraftTable {
  flowId: string
  userId: string
  workspaceId: TenantColumn
  document: string
  viewport: string | null
  /** The version from which the draft started. */
  baseVersionId: string | null
  updatedAt: number
}
