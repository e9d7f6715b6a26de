import type { FlowDiff, Problem, Viewport } from '@runnel/contract'
import type { Selectable } from 'kysely'
import type { FlowSummary } from './describe-document.ts'
import type { FlowChangeTable, FlowDraftTable, FlowTable, FlowVersionTable } from './flow-tables.ts'

/** A flow as it is read: without documents; viewport and summary parsed, the reference's JSON columns as text. */
export type FlowRow = Omit<Selectable<FlowTable>, 'viewport' | 'summary' | 'deletedAt'> & {
  viewport: Viewport | null
  summary: FlowSummary
}

/** A version with its document as JSON text; `consentedHosts` and `repairs` parsed. */
export type FlowVersionRow = Omit<Selectable<FlowVersionTable>, 'consentedHosts' | 'repairs'> & {
  consentedHosts: string[]
  repairs: Problem[]
}

/** A version without its document and repairs, for lists. */
export type FlowVersionSummary = Omit<FlowVersionRow, 'document' | 'repairs'>

/** One entry of a change feed, its diff parsed. */
export type FlowChangeRow = Omit<Selectable<FlowChangeTable>, 'diff'> & { diff: FlowDiff }

/** A draft without its log; a document of its own as JSON text, the viewport parsed. */
export type FlowDraftRow = Omit<Selectable<FlowDraftTable>, 'viewport'> & { viewport: Viewport | null }

/** What an author may set on a flow. */
export type FlowSettings = Pick<
  FlowRow,
  | 'name'
  | 'category'
  | 'deployed'
  | 'isPublic'
  | 'apikeyid'
  | 'chatbotConfig'
  | 'apiConfig'
  | 'analytic'
  | 'speechToText'
  | 'textToSpeech'
  | 'followUpPrompts'
  | 'mcpServerConfig'
  | 'webhookSecretConfigured'
  | 'privateSessions'
  | 'documentTags'
  | 'concurrency'
  | 'runMode'
>

/** A change of a flow's settings; what is absent stays. */
export type FlowPatch = { [Key in keyof FlowSettings]?: FlowSettings[Key] | undefined }

/** A new flow; what is absent gets the product's defaults. */
export interface NewFlow extends FlowPatch {
  id?: string | undefined
  name: string
  type: FlowRow['type']
  viewport?: Viewport | null | undefined
  createdBy?: string | null | undefined
  isExample?: boolean | undefined
}

/** A document to keep as a version or a snapshot. */
export interface NewFlowVersion {
  id?: string | undefined
  /** JSON of a `FlowDocument`. */
  document: string
  documentHash: string
  consentedHosts?: readonly string[] | undefined
  /** What an import mended to make this document. */
  repairs?: readonly Problem[] | undefined
  createdBy?: string | null | undefined
}

/** What a draft takes on. */
export interface DraftAppend {
  flowId: string
  userId: string
  /** The version on which the draft stands. */
  baseVersionId: string
  /** JSON of a `FlowDiff`. */
  diff: string
  viewport: Viewport | null
  /**
   * Number of the last change of the draft that the caller knows, 0 for none: another one is refused. Without it
   * whatever draft is there is given up.
   */
  after?: number | undefined
  /** Begin the log anew from here: on a document (JSON text), or with `null` on that of the base version. */
  restart?: { document: string | null } | undefined
}

type WithViewport = { viewport: string | null }
type WithHosts = { consentedHosts: string }

/** Parses the viewport of a stored flow or draft; the layer wrote it, so its shape is known. */
export function parseViewport<Row extends WithViewport>(
  row: Row,
): Omit<Row, 'viewport'> & { viewport: Viewport | null } {
  return { ...row, viewport: row.viewport === null ? null : (JSON.parse(row.viewport) as Viewport) }
}

/** Parses a stored flow; the layer wrote it, so its shape is known. */
export function parseFlow({ summary, deletedAt: _deletedAt, ...row }: Selectable<FlowTable>): FlowRow {
  return { ...parseViewport(row), summary: JSON.parse(summary) as FlowSummary }
}

/** Parses the hosts of a stored version; the layer wrote them, so their shape is known. */
export function parseHosts<Row extends WithHosts>(
  row: Row,
): Omit<Row, 'consentedHosts'> & { consentedHosts: string[] } {
  return { ...row, consentedHosts: JSON.parse(row.consentedHosts) as string[] }
}

/** Parses the repairs of a stored version; the layer wrote them, so their shape is known. */
export function parseRepairs<Row extends { repairs: string | null }>(
  row: Row,
): Omit<Row, 'repairs'> & { repairs: Problem[] } {
  return { ...row, repairs: row.repairs === null ? [] : (JSON.parse(row.repairs) as Problem[]) }
}

/** Parses the diff of a stored change; the layer wrote it, so its shape is known. */
export function parseChange<Row extends { diff: string }>(row: Row): Omit<Row, 'diff'> & { diff: FlowDiff } {
  return { ...row, diff: JSON.parse(row.diff) as FlowDiff }
}

/** The stored form of a viewport. */
export function stringifyViewport(viewport: Viewport | null): string | null {
  return viewport === null ? null : JSON.stringify(viewport)
}
