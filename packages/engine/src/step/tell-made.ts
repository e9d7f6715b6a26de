import type { JsonObject, JsonValue } from '@runnel/contract'
import { isSameJson } from '../journal/canonical-json.ts'
import type { StepRun } from './step-run.ts'

/** What steps, tools and flows find and make beside their text, by the keys of outputs, and how readers are told of it. */
const EVENTS = {
  sourceDocuments: (documents: JsonValue[]) => ({ type: 'sources-found' as const, documents }),
  artifacts: (artifacts: JsonValue[]) => ({ type: 'artifacts-made' as const, artifacts }),
  fileAnnotations: (files: JsonValue[]) => ({ type: 'files-made' as const, files }),
}
type Kind = keyof typeof EVENTS
type Made = { [Name in Kind]?: JsonValue | undefined }
const KINDS = Object.keys(EVENTS) as Kind[]

/** Tells readers what a call of a step found and made, as far as nothing inside the call told of it. */
export function tellMade(stepRun: StepRun, path: string, made: Made): void {
  for (const kind of KINDS) tellNews(stepRun, path, { kind, list: listOf(made, kind) })
}

/** Tells readers what a step found and made beside its calls; of sources only where no call told of any. */
export function tellOutput(stepRun: StepRun, output: JsonObject): void {
  for (const kind of KINDS) {
    const isTold = kind === 'sourceDocuments' && stepRun.told[kind].length > 0
    if (!isTold) tellNews(stepRun, stepRun.path, { kind, list: listOf(output, kind) })
  }
}

function tellNews(
  { scope, step, told }: StepRun,
  path: string,
  { kind, list }: { kind: Kind; list: JsonValue[] },
): void {
  const news = list.filter((each) => !told[kind].some((known) => isSameJson(known, each)))
  if (news.length === 0) return
  scope.session.sink.emit({ path, nodeId: step.node.id, ...EVENTS[kind](news) })
  told[kind].push(...news)
}

/** Notes what readers know already: steps of a flow told of it, or this process has it from the journal. */
export function noteMade({ told }: StepRun, made: Made): void {
  for (const kind of KINDS) told[kind].push(...listOf(made, kind))
}

/** The lists among the keys of an output or a reply. */
export function pickMade(made: Made): { [Name in Kind]?: JsonValue[] } {
  const lists = KINDS.flatMap((kind) => (Array.isArray(made[kind]) ? [[kind, made[kind]]] : []))
  return Object.fromEntries(lists)
}

function listOf(made: Made, kind: Kind): JsonValue[] {
  const list = made[kind]
  return Array.isArray(list) ? list : []
}
