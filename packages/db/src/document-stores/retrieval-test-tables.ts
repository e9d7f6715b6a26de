import type { TenantColumn } from '../tenant/tenant-column.ts'

/** A question with which the search of a store is tested. */
export interface RetrievalQuestionTable {
  id: string
  workspaceId: TenantColumn
  storeId: string
  question: string
  /** JSON array of the passages that should come. */
  passages: string
  createdAt: number
  updatedAt: number
}

/** A run of the questions of a store; its id is that of the run. */
export interface RetrievalTestTable {
  id: string
  workspaceId: TenantColumn
  storeId: string
  /** JSON array of how the store is searched, each whole. */
  variants: string
  /** JSON array of the nodes with which the store was made, with their params. */
  nodes: string
  /** JSON array of the loaders that whoever began it may read. */
  loaderIds: string
  /** JSON array, as that of a store: where its credentials may go. */
  consentedHosts: string
  /** JSON array of the questions that it asks, in their order. */
  questionIds: string
  createdAt: number
}

/** What came of one question of a run. */
export interface RetrievalResultTable {
  testId: string
  /** Its place in the run, from 0 on. */
  n: number
  workspaceId: TenantColumn
  /** The question as it was asked. */
  questionId: string
  question: string
  /** JSON array of the loaders whose passages should come. */
  loaderIds: string
  /** JSON array, in the order of the variants. */
  results: string
}
