import { compareEventPositions, type LoggedEvent, type RunEvent } from '@runnel/contract/wire'
import { readBranches } from './read-branches.ts'
import {
  addUsage,
  type RunView,
  type StepText,
  type StepThought,
  type StepUsage,
  type StepView,
} from './run-view.ts'

type EventOf<T extends RunEvent['type']> = Extract<RunEvent, { type: T }>

/**
 * Folds one event of a run's log into the view of the run and returns the new view. Events that are not after the
 * last one are ignored, so that any part of a log may be delivered again. A step that begins again loses the
 * text, tool calls, sources and usage that the interrupted attempt had given.
 */
export function applyRunEvent(view: RunView, logged: LoggedEvent): RunView {
  const { position } = view
  if (position && compareEventPositions(logged, position) <= 0) return view
  return { ...foldEvent(view, logged.event, logged.at), position: { fence: logged.fence, n: logged.n } }
}

function foldEvent(view: RunView, event: RunEvent, at: number): RunView {
  switch (event.type) {
    case 'run-start':
      return startRun(view, event)
    case 'question-heard':
      return { ...view, heard: event.text }
    case 'step-start':
      return startStep(view, event, at)
    case 'step-restarted':
      return startStep(forgetStep(view, event.path), { ...event, generation: 0 }, at)
    case 'text-delta':
      return withTexts(view, appendText(view.texts, event))
    case 'reasoning-delta':
      return { ...view, reasoning: appendThought(view.reasoning, event) }
    case 'tool-start':
      return {
        ...view,
        toolCalls: [...view.toolCalls, pick(event, { tool: event.tool, input: event.input })],
      }
    case 'tool-end':
      return endToolCall(view, event)
    case 'sources-found':
      return { ...view, sources: [...view.sources, pick(event, { values: event.documents })] }
    case 'artifacts-made':
      return { ...view, artifacts: [...view.artifacts, pick(event, { values: event.artifacts })] }
    case 'files-made':
      return { ...view, files: [...view.files, pick(event, { values: event.files })] }
    case 'work-progressed': {
      const { type: _type, path: _path, nodeId: _nodeId, ...progress } = event
      return { ...view, progress }
    }
    case 'usage-reported':
      return { ...view, usages: reportUsage(view.usages, event) }
    case 'step-end':
      return endStep(view, event, at)
    case 'run-wait':
      return { ...view, status: 'waiting', action: event.action, questions: event.questions ?? [] }
    case 'run-end':
      return endRun(view, event)
    default:
      event satisfies never
      return view
  }
}

function pick<T>(event: { path: string; nodeId: string }, rest: T): { path: string; nodeId: string } & T {
  return { path: event.path, nodeId: event.nodeId, ...rest }
}

function startRun(view: RunView, event: EventOf<'run-start'>): RunView {
  const { runId, chatId, sessionId, messageId } = event
  return { ...view, status: 'running', runId, chatId, sessionId, messageId }
}

type StepBeginning = Pick<StepView, 'path' | 'nodeId' | 'nodeLabel' | 'generation'>

function startStep(
  view: RunView,
  { path, nodeId, nodeLabel, generation }: StepBeginning,
  at: number,
): RunView {
  const known = view.steps.find((step) => step.path === path)
  const step: StepView = {
    path,
    nodeId,
    nodeLabel,
    generation: known?.generation ?? generation,
    state: 'running',
    startedAt: at,
  }
  const steps = known ? view.steps.map((old) => (old === known ? step : old)) : [...view.steps, step]
  const { action: _answered, ...rest } = view
  return { ...rest, status: 'running', steps }
}

function endStep(view: RunView, event: EventOf<'step-end'>, at: number): RunView {
  const { path, nodeId, nodeLabel, status, durationMs, error, executed } = event
  const branches = readBranches(executed?.data)
  const known = view.steps.find((step) => step.path === path)
  const step: StepView = {
    path,
    nodeId,
    nodeLabel,
    generation: known?.generation ?? 0,
    state: status,
    // Events of quick steps are logged together: the end tells better when such a step began.
    startedAt: Math.min(known?.startedAt ?? at, at - durationMs),
    durationMs,
    ...(error === undefined ? {} : { error }),
    ...(branches === undefined ? {} : { branches }),
  }
  return {
    ...view,
    steps: known ? view.steps.map((old) => (old === known ? step : old)) : [...view.steps, step],
  }
}

/** Calls of a step (`path/m0`) begin again with it; steps of its sub-flow tell by themselves when they do. */
function belongsTo(path: string) {
  return (part: { path: string }): boolean => {
    if (part.path.startsWith(`${path}/flow/`)) return false
    return part.path === path || part.path.startsWith(`${path}/`)
  }
}

function forgetStep(view: RunView, path: string): RunView {
  const stays = <T extends { path: string }>(parts: readonly T[]): T[] =>
    parts.filter((part) => !belongsTo(path)(part))
  const kept = {
    ...view,
    reasoning: stays(view.reasoning),
    toolCalls: stays(view.toolCalls),
    sources: stays(view.sources),
    artifacts: stays(view.artifacts),
    files: stays(view.files),
    usages: stays(view.usages),
  }
  return withTexts(kept, stays(view.texts))
}

function withTexts(view: RunView, texts: readonly StepText[]): RunView {
  return { ...view, texts, text: texts.map(({ text }) => text).join('') }
}

function appendText(texts: readonly StepText[], event: StepText): StepText[] {
  const { path, nodeId } = event
  const known = texts.find((part) => part.path === path)
  if (!known) return [...texts, { path, nodeId, text: event.text }]
  return texts.map((part) => (part === known ? { ...part, text: part.text + event.text } : part))
}

/** Thoughts of a step stand apart; one with no text ends the thought before, which took so long. */
function appendThought(
  thoughts: readonly StepThought[],
  event: EventOf<'reasoning-delta'>,
): readonly StepThought[] {
  const { path, nodeId, text, seconds } = event
  const known = thoughts.find((thought) => thought.path === path)
  if (!known)
    return [...thoughts, { path, nodeId, text, isOver: false, ...(seconds !== undefined && { seconds }) }]
  const isEnd = text === '' && seconds !== undefined
  const between = known.isOver && text !== '' && known.text !== '' ? '\n\n' : ''
  const grown: StepThought = {
    ...known,
    text: known.text + between + text,
    isOver: isEnd,
    ...(seconds !== undefined && { seconds: (known.seconds ?? 0) + seconds }),
  }
  return thoughts.map((thought) => (thought === known ? grown : thought))
}

function reportUsage(usages: readonly StepUsage[], { path, usage }: StepUsage): StepUsage[] {
  const known = usages.find((part) => part.path === path)
  if (!known) return [...usages, { path, usage }]
  return usages.map((part) => (part === known ? { path, usage: addUsage(part.usage, usage) } : part))
}

function endToolCall(view: RunView, event: EventOf<'tool-end'>): RunView {
  const { used } = event
  const open = view.toolCalls.find(
    (call) => call.path === event.path && call.tool === used.tool && call.used === undefined,
  )
  const call = pick(event, { tool: used.tool, input: used.toolInput, used })
  return {
    ...view,
    toolCalls: open ? view.toolCalls.map((old) => (old === open ? call : old)) : [...view.toolCalls, call],
  }
}

function endRun(view: RunView, event: EventOf<'run-end'>): RunView {
  const { action: _answered, questions: _asked, ...rest } = view
  const text = event.text.trim() === '' && event.error ? view.text : event.text
  const steps = view.steps.map((step) =>
    step.state === 'running' ? { ...step, state: 'terminated' as const } : step,
  )
  const ended = { ...rest, status: event.status, text, steps, result: event.result }
  return event.error ? { ...ended, error: event.error } : ended
}
