import { randomUUIDv7 } from 'node:crypto'
import type { JsonObject, RunInput } from '@runnel/contract'
import type { StepContext } from '@runnel/node-kit'
import type { OperationContext } from '../context.ts'
import { STORE_STEP } from './prepare-store-work.ts'

/** What a run does in a store: processes loaders, then makes its vectors, or takes them away. */
export interface StoreJob {
  storeId: string
  /** Loaders that are processed. */
  loaderIds: string[]
  /** Of their files, only those that could not be read the last time. */
  onlyFailed?: boolean | undefined
  /** Whether vectors are made, of all loaders or of one, or deleted. */
  vectors?: 'make' | 'delete' | undefined
  only?: string | undefined
  /** Loaders are read as far as they changed: because somebody asked for it, or because it was their time. */
  refresh?: 'asked' | 'timed' | undefined
  /** In place of all that: the test questions of a run, which change nothing. */
  test?: string | undefined
}

/** A run at work in a store. */
export interface StoreWork {
  context: OperationContext
  workspaceId: string
  runId: string
  storeId: string
  step: StepContext
}

/** The input of a run that works in a store: what it does stands in the place of a form. */
export function inputOf(context: Pick<OperationContext, 'now'>, runId: string, job: StoreJob): RunInput {
  const { storeId, loaderIds, onlyFailed, vectors, only, refresh, test } = job
  const form: JsonObject = {
    storeId,
    loaderIds,
    ...(onlyFailed && { onlyFailed }),
    ...(vectors && { vectors }),
    ...(only && { only }),
    ...(refresh && { refresh }),
    ...(test && { test }),
  }
  return {
    flowId: storeId,
    flowType: 'CHATFLOW',
    versionId: STORE_STEP,
    chatId: runId,
    sessionId: runId,
    messageId: randomUUIDv7(),
    chatType: 'INTERNAL',
    form,
    prependedHistory: [],
    pastHistory: [],
    variables: {},
    overrides: {},
    streaming: false,
    concurrency: 1,
    startedAt: new Date(context.now()).toISOString(),
  }
}
