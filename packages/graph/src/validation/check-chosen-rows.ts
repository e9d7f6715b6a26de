import {
  type FindDefinition,
  type FlowDocument,
  findParamReadAs,
  findValueReadAs,
  type ParamMeaning,
  type Problem,
  readStoreId,
} from '@runnel/contract'
import { makeProblem } from '../problems/make-problem.ts'
import { makeValidationContext, type ValidationContext } from './validation-context.ts'
import { type ChosenPlace, walkChosen } from './walk-chosen.ts'

/** A custom tool that a node was given, a flow that it runs, or a document store that it looks into. */
interface ChosenRow {
  id: string
  nodeId: string
  /** Path of the param that chose it. */
  param: string
}

const OWN_WORDS: ParamMeaning[] = ['tool.name', 'tool.description', 'tool.schema', 'tool.code']

/** One whose node says everything itself needs no stored tool. */
function saysAll({ inputs, values }: ChosenPlace): boolean {
  return OWN_WORDS.every((meaning) => {
    const own = findValueReadAs(values, { inputs: [...inputs] }, meaning)
    return typeof own === 'string' && own.trim() !== ''
  })
}

type RowMeaning = Extract<ParamMeaning, 'storedTool' | 'flow' | 'documentStore'>

function* chosenBy(context: ValidationContext, meaning: RowMeaning): Generator<ChosenRow> {
  for (const place of walkChosen(context)) {
    const { inputs, values, nodeId, prefix } = place
    const param = findParamReadAs({ inputs: [...inputs] }, meaning)
    const value = param && values[param.name]
    const id = meaning === 'documentStore' ? readStoreId(value) : value
    if (!param || typeof id !== 'string' || id === '') continue
    if (meaning === 'storedTool' && saysAll(place)) continue
    yield { id, nodeId, param: `${prefix}${param.name}` }
  }
}

function idsOf(document: FlowDocument, find: FindDefinition, meaning: RowMeaning): string[] {
  const context = makeValidationContext(document, find)
  return [...new Set([...chosenBy(context, meaning)].map(({ id }) => id))]
}

/** The ids of the custom tools without which a flow does not run, each once. */
export function findStoredTools(document: FlowDocument, find: FindDefinition): string[] {
  return idsOf(document, find, 'storedTool')
}

/** The ids of the flows that a flow runs, each once. */
export function findInnerFlows(document: FlowDocument, find: FindDefinition): string[] {
  return idsOf(document, find, 'flow')
}

/** The ids of the document stores that a flow looks into, each once. */
export function findNamedStores(document: FlowDocument, find: FindDefinition): string[] {
  return idsOf(document, find, 'documentStore')
}

/** Custom tools, flows and document stores that were chosen and are not there; none when nobody knows which are. */
export function checkChosenRows(context: ValidationContext): Problem[] {
  const { tools, flows, stores } = context.known
  return [
    ...missing(chosenBy(context, 'storedTool'), tools).map((at) =>
      makeProblem('warning', 'tool_unknown', at),
    ),
    ...missing(chosenBy(context, 'flow'), flows).map((at) => makeProblem('warning', 'flow_unknown', at)),
    ...missing(chosenBy(context, 'documentStore'), stores).map((at) =>
      makeProblem('warning', 'store_unknown', at),
    ),
  ]
}

function missing(chosen: Iterable<ChosenRow>, known: ReadonlySet<string> | undefined) {
  if (!known) return []
  return [...chosen].filter(({ id }) => !known.has(id)).map(({ nodeId, param }) => ({ nodeId, param }))
}

/** Addresses of other servers that flows of Flowise name for a flow that they run: it is run here. */
export function checkForeignAddresses(context: ValidationContext): Problem[] {
  return [...walkChosen(context)].flatMap(({ inputs, values, nodeId, prefix }) => {
    const param = findParamReadAs({ inputs: [...inputs] }, 'foreignAddress')
    const address = param && values[param.name]
    if (!param || typeof address !== 'string' || address.trim() === '') return []
    const at = { nodeId, param: `${prefix}${param.name}`, details: { address: address.slice(0, 200) } }
    return [makeProblem('warning', 'flow_address_ignored', at)]
  })
}
