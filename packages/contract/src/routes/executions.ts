import { z } from 'zod'
import { executionStateSchema } from '../execution-state.ts'
import { defineRoute } from '../route.ts'
import { usageSchema } from '../run-event.ts'
import { dateSchema, echoed, idFilter, idParams, idSchema, pagingQuery, timeFilter } from './parts.ts'

/** A run as the reference shows it; `state` is upper case, `executionData` a JSON text of executed nodes. */
export const executionSchema = z.object({
  id: idSchema,
  /** Absent in lists with `view=summary`. */
  executionData: z.string().optional(),
  state: executionStateSchema,
  /** Null for runs of other things than flows. */
  agentflowId: idSchema.nullable(),
  sessionId: z.string(),
  /** Ours: the chat in which it ran, with which the files are kept that its steps name. */
  chatId: z.string().optional(),
  action: z.string().nullable(),
  isPublic: z.boolean().nullable(),
  createdDate: dateSchema,
  updatedDate: dateSchema,
  stoppedDate: dateSchema.nullable(),
  workspaceId: idSchema,
  agentflow: z.object({ id: idSchema, name: z.string(), type: z.string() }).optional(),
  /** Ours: when the work began and ended, what the run cost in tokens, and why it failed. */
  durationMs: z.number().nullable().optional(),
  totalTokens: z.number().optional(),
  /** In US dollars, of the calls whose price is known; absent where none is. */
  totalCost: z.number().optional(),
  error: z.string().nullable().optional(),
})
export type Execution = z.infer<typeof executionSchema>

/** One row of a run's journal, for the page of one run. */
export const executionStepSchema = z.object({
  path: z.string(),
  attempt: z.number(),
  kind: z.string(),
  status: z.string(),
  nodeId: z.string(),
  nodeType: z.string(),
  startedAt: z.number(),
  finishedAt: z.number().nullable(),
  /** What a finished step of the flow was given. */
  input: z.unknown().optional(),
  output: z.unknown().optional(),
  usage: usageSchema
    .pick({ inputTokens: true, outputTokens: true, totalTokens: true, inputCost: true, outputCost: true })
    .nullable(),
  error: z.string().nullable(),
})
export type ExecutionStep = z.infer<typeof executionStepSchema>

const tag = 'Executions'

export const executionRoutes = {
  listExecutions: defineRoute({
    method: 'GET',
    path: '/executions',
    tag,
    summary: 'List runs of agent flows; `kind=all` lists every run',
    policy: { gate: 'caller', permissions: ['executions:view'] },
    query: z.strictObject({
      ...pagingQuery,
      id: idFilter,
      agentflowId: idFilter,
      agentflowName: z.string().max(200).optional(),
      sessionId: z.string().max(200).optional(),
      state: executionStateSchema.optional(),
      startDate: timeFilter,
      endDate: timeFilter,
      kind: z.enum(['agent', 'all']).optional(),
      view: z.enum(['summary', 'full']).optional(),
    }),
    response: z.object({ data: z.array(executionSchema), total: z.number() }),
  }),
  getExecution: defineRoute({
    method: 'GET',
    path: '/executions/:id',
    tag,
    summary: 'Read a run',
    policy: { gate: 'caller', permissions: ['executions:view'] },
    params: idParams,
    response: executionSchema,
  }),
  listExecutionSteps: defineRoute({
    method: 'GET',
    path: '/executions/:id/steps',
    tag,
    summary: 'The journal of a run: steps, model and tool calls',
    policy: { gate: 'caller', permissions: ['executions:view'] },
    params: idParams,
    response: z.array(executionStepSchema),
  }),
  updateExecution: defineRoute({
    method: 'PUT',
    path: '/executions/:id',
    tag,
    summary: 'Share a run or stop sharing it',
    policy: { gate: 'caller', permissions: ['executions:update'] },
    audit: ['execution.shared', 'execution.unshared'],
    params: idParams,
    body: z.strictObject({ isPublic: z.boolean(), id: echoed, workspaceId: echoed }),
    response: executionSchema,
  }),
  deleteExecution: defineRoute({
    method: 'DELETE',
    path: '/executions/:id',
    tag,
    summary: 'Delete a run',
    policy: { gate: 'caller', permissions: ['executions:delete'] },
    audit: 'execution.deleted',
    params: idParams,
    response: z.object({ success: z.literal(true), deletedCount: z.number() }),
  }),
  deleteExecutions: defineRoute({
    method: 'DELETE',
    path: '/executions',
    tag,
    summary: 'Delete several runs',
    policy: { gate: 'caller', permissions: ['executions:delete'] },
    audit: 'execution.deleted',
    body: z.strictObject({ executionIds: z.array(idSchema).min(1).max(200) }),
    response: z.object({ success: z.literal(true), deletedCount: z.number() }),
  }),
}
