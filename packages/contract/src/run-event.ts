import { z } from 'zod'
import { jsonObjectSchema, jsonValueSchema } from './json.ts'

/** How a run stands. `waiting` is the reference's STOPPED. */
export const runStatusSchema = z.enum([
  'queued',
  'running',
  'waiting',
  'finished',
  'error',
  'terminated',
  'timeout',
])
export type RunStatus = z.infer<typeof runStatusSchema>

/** How a step ended. */
export const stepStatusSchema = z.enum(['finished', 'error', 'terminated', 'waiting'])
export type StepStatus = z.infer<typeof stepStatusSchema>

/** Tokens of one or more model calls; counts are those the vendor reports. */
export const usageSchema = z.object({
  inputTokens: z.number(),
  outputTokens: z.number(),
  totalTokens: z.number(),
  /** Of the input: read from, and written to, the vendor's cache of prompts. */
  cachedInputTokens: z.number().optional(),
  cacheWriteTokens: z.number().optional(),
  /** Of the output: spent on reasoning. */
  reasoningTokens: z.number().optional(),
  /** In US dollars, of the calls whose price is known; absent where none is. */
  inputCost: z.number().optional(),
  outputCost: z.number().optional(),
})
export type Usage = z.infer<typeof usageSchema>

/** What a model costs, in US dollars for a million tokens. */
export interface TokenPrice {
  input: number
  output: number
  /** Of the input: what was read from, and written to, the vendor's cache of prompts; as other input where it is not told. */
  cachedInput?: number
  cacheWrite?: number
}

/** What tokens cost in US dollars; undefined where no price of them was known. */
export function costOf({
  inputCost,
  outputCost,
}: Pick<Usage, 'inputCost' | 'outputCost'>): number | undefined {
  if (inputCost === undefined && outputCost === undefined) return undefined
  return (inputCost ?? 0) + (outputCost ?? 0)
}

/**
 * One executed node as Flowise shows it in `executionData`; `status` is upper case there. `path` names its step in the
 * journal; it is not shown to callers.
 */
export const executedNodeSchema = z.object({
  path: z.string().optional(),
  nodeId: z.string(),
  nodeLabel: z.string(),
  data: jsonObjectSchema,
  previousNodeIds: z.array(z.string()),
  status: z.enum(['FINISHED', 'ERROR', 'TERMINATED', 'STOPPED', 'INPROGRESS']),
})
export type ExecutedNode = z.infer<typeof executedNodeSchema>

/** One use of a tool as the reference shows it. */
export const usedToolSchema = z.object({
  tool: z.string(),
  toolInput: jsonValueSchema,
  toolOutput: jsonValueSchema,
  sourceDocuments: jsonValueSchema.optional(),
  error: z.string().optional(),
})
export type UsedTool = z.infer<typeof usedToolSchema>

/** Of several sources the one that is worked on: the label of its node, and the file that is read. `n` counts from 1. */
const workSourceSchema = z.object({
  name: z.string(),
  n: z.number(),
  of: z.number(),
  file: z.string().optional(),
  /** Pieces of text that it gave so far, while it is read. */
  read: z.number().optional(),
})

/** How far long work is: of `subject` (a loader, a store), so many of its files, chunks, sources or test questions are done. */
export const workProgressSchema = z.object({
  what: z.enum(['files', 'chunks', 'questions', 'sources']),
  subject: z.string(),
  done: z.number(),
  total: z.number(),
  /** Where a store of a flow is filled. */
  source: workSourceSchema.optional(),
})
export type WorkProgress = z.infer<typeof workProgressSchema>

const step = { path: z.string(), nodeId: z.string() }

/**
 * One question to a person: the path of the call that asks it names it. `action` is what is shown, in the reference's
 * form (`engine.md` 3.8). Times are milliseconds since 1970.
 */
export const openQuestionSchema = z.object({
  ...step,
  /** Names the question in an answer, where several are open; it is there once the question is stored. */
  waitId: z.string().optional(),
  nodeLabel: z.string(),
  action: jsonObjectSchema,
  askedAt: z.number(),
  deadlineAt: z.number().optional(),
  outcomeAtDeadline: z.enum(['proceed', 'reject']).optional(),
})
export type Question = z.infer<typeof openQuestionSchema>

/**
 * The one vocabulary of what happens in a run, noun-verb. `path` names a step or sub-step in the journal
 * (`llmAgentflow_0#0`, `agentAgentflow_0#0/t0.1`). Readers fold events with the reducer of `client`.
 * - `text-delta` belongs to the step at `path` and is part of the answer;
 * - `reasoning-delta`: what the step's model thinks; one with an empty text ends a thought, which took so many `seconds`;
 * - `step-restarted`: the step begins again after a take-over, readers drop the text they have of it and its calls; a
 *   step of its sub-flow has an event of its own where it begins again;
 * - `run-end` is always the last event of a run that is not waiting.
 */
export const runEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('run-start'),
    runId: z.string(),
    flowId: z.string(),
    flowType: z.string(),
    chatId: z.string(),
    sessionId: z.string(),
    messageId: z.string(),
  }),
  /** What was said in place of a question, written down. */
  z.object({ type: z.literal('question-heard'), text: z.string() }),
  z.object({ type: z.literal('step-start'), ...step, nodeLabel: z.string(), generation: z.number() }),
  z.object({ type: z.literal('step-restarted'), ...step, nodeLabel: z.string(), attempt: z.number() }),
  z.object({ type: z.literal('text-delta'), ...step, text: z.string() }),
  z.object({ type: z.literal('reasoning-delta'), ...step, text: z.string(), seconds: z.number().optional() }),
  z.object({ type: z.literal('tool-start'), ...step, tool: z.string(), input: jsonValueSchema }),
  z.object({ type: z.literal('tool-end'), ...step, used: usedToolSchema }),
  z.object({ type: z.literal('sources-found'), ...step, documents: z.array(jsonValueSchema) }),
  z.object({ type: z.literal('artifacts-made'), ...step, artifacts: z.array(jsonValueSchema) }),
  /** Files that a model made, other than pictures: where each is kept, and its name. */
  z.object({ type: z.literal('files-made'), ...step, files: z.array(jsonValueSchema) }),
  z.object({ type: z.literal('usage-reported'), ...step, usage: usageSchema }),
  /** How far long work is. */
  z.object({ type: z.literal('work-progressed'), ...step, ...workProgressSchema.shape }),
  z.object({
    type: z.literal('step-end'),
    ...step,
    nodeLabel: z.string(),
    status: stepStatusSchema,
    error: z.string().optional(),
    durationMs: z.number(),
    /** Only for steps that the reference lists as executed nodes. */
    executed: executedNodeSchema.optional(),
  }),
  z.object({
    type: z.literal('run-wait'),
    /** The latest question; `questions` holds every open one, the latest last. */
    ...step,
    action: jsonObjectSchema,
    questions: z.array(openQuestionSchema).optional(),
    /** What a caller that does not stream is answered. */
    result: jsonObjectSchema.optional(),
  }),
  z.object({
    type: z.literal('run-end'),
    status: runStatusSchema,
    /** The answer; a single space when there is none. */
    text: z.string(),
    error: z.object({ code: z.string(), message: z.string(), nodeId: z.string().optional() }).optional(),
    result: jsonObjectSchema,
  }),
])
export type RunEvent = z.infer<typeof runEventSchema>

/** Place of an event in a run's log, see `EventPosition`. */
export const eventPositionSchema = z.object({ fence: z.number().int(), n: z.number().int() })

export const loggedEventSchema = eventPositionSchema.extend({ at: z.number(), event: runEventSchema })
/** An event with its place and time (`at`, milliseconds since 1970). */
export type LoggedEvent = z.infer<typeof loggedEventSchema>
