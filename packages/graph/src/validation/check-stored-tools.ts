import {
  type FindDefinition,
  type FlowDocument,
  findParamReadAs,
  findValueReadAs,
  type InputDefinition,
  type JsonObject,
  type ParamMeaning,
  type Problem,
} from '@runnel/contract'
import { rowsOf } from '../document/rows.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { configOf } from '../rules/visibility.ts'
import { makeValidationContext, type ValidationContext } from './validation-context.ts'

/** A custom tool that a node was given. */
interface ChosenTool {
  id: string
  /** Path of the param that chose it. */
  param: string
}

const OWN_WORDS: ParamMeaning[] = ['tool.name', 'tool.description', 'tool.schema', 'tool.code']

/** The custom tools that are needed to run a node; one whose node says everything itself is not. */
function toolsOf(inputs: InputDefinition[], values: JsonObject, place: Place): ChosenTool[] {
  const inner = inputs.flatMap((input) => {
    const value = values[input.name]
    const chosen = input.loadConfig === true && typeof value === 'string' ? place.find(value) : undefined
    const at = `${place.prefix}${input.name}`
    const settings = configOf(values, input.name)
    return [
      ...(chosen ? toolsOf(chosen.inputs, settings, { ...place, prefix: `${at}Config.` }) : []),
      ...rowsOf(value).flatMap(({ id, row }) =>
        toolsOf(input.array ?? [], row, { ...place, prefix: `${at}[${id}].` }),
      ),
    ]
  })
  return [...ownTool(inputs, values, place), ...inner]
}

interface Place {
  /** Path in front of the names of the inputs, with its dot. */
  prefix: string
  find: FindDefinition
}

function ownTool(inputs: InputDefinition[], values: JsonObject, { prefix }: Place): ChosenTool[] {
  const param = findParamReadAs({ inputs }, 'storedTool')
  const id = param && values[param.name]
  if (typeof id !== 'string' || id === '') return []
  const saysAll = OWN_WORDS.every((meaning) => {
    const own = findValueReadAs(values, { inputs }, meaning)
    return typeof own === 'string' && own.trim() !== ''
  })
  return saysAll ? [] : [{ id, param: `${prefix}${param?.name}` }]
}

function toolsByNode({ nodes, find }: ValidationContext): (ChosenTool & { nodeId: string })[] {
  return nodes.flatMap(({ node, definition }) =>
    toolsOf(definition.inputs, node.values, { prefix: '', find }).map((tool) => ({
      ...tool,
      nodeId: node.id,
    })),
  )
}

/** The ids of the custom tools without which a flow does not run, each once. */
export function findStoredTools(document: FlowDocument, find: FindDefinition): string[] {
  return [...new Set(toolsByNode(makeValidationContext(document, find)).map(({ id }) => id))]
}

/** Custom tools that were chosen and are not there; none when nobody knows which are. */
export function checkStoredTools(context: ValidationContext): Problem[] {
  const { tools } = context.known
  if (!tools) return []
  return toolsByNode(context)
    .filter(({ id }) => !tools.has(id))
    .map(({ nodeId, param }) => makeProblem('warning', 'tool_unknown', { nodeId, param }))
}
