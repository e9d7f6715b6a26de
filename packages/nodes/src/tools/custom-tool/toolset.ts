import {
  CUSTOM_TOOL_KEY,
  isJsonObject,
  isRunnelError,
  type JsonObject,
  type JsonValue,
  jsonSchemaFaults,
  RunnelError,
} from '@runnel/contract'
import {
  type CallContext,
  type Component,
  codeGlobals,
  readSwitch,
  readText,
  type ToolOffer,
  type Toolset,
} from '@runnel/node-kit'
import { toToolName } from '../tool-name.ts'
import { readToolSchema } from './read-tool-schema.ts'

/** One tool: code of its author, in the sandbox. */
export const customToolset: Toolset = {
  async list(component, call) {
    const { code: _code, ...offer } = await openTool(component, call)
    return [offer]
  },
  async call(component, { input, madeOf }, call) {
    const tool = await openTool(component, call)
    if (madeOf !== undefined && madeOf !== tool.madeOf) {
      throw new RunnelError(
        'invalid_input',
        `The tool ${tool.name} was changed while this run used it. Start the run again.`,
      )
    }
    const given = readArguments(tool, input)
    return { content: asText(await runTool(tool, given, call)) }
  },
}

/** A tool that can be called; `madeOf` tells when its inputs or its code are others. */
type OpenTool = ToolOffer & { inputSchema: JsonObject; madeOf: string; code: string }

/** The stored tool, under what the node says itself. A node without a stored tool says everything. */
async function openTool(component: Component, call: CallContext): Promise<OpenTool> {
  const { values } = component
  const stored = await findStored(component, call)
  const code = readText(values, 'customToolFunc') || stored.func
  if (code.trim() === '') throw noCode(component, stored)
  const name = toToolName(readText(values, 'customToolName') || stored.name, 'custom_tool')
  const description = (readText(values, 'customToolDesc') || stored.description).trim()
  const inputSchema = readToolSchema(readText(values, 'customToolSchema') || stored.schema, name)
  return {
    name,
    description: description || `Runs ${name}.`,
    inputSchema,
    effects: 'write',
    madeOf: call.hash({ name, inputSchema, code }),
    code,
    ...(readSwitch(values, 'returnDirect') && { returnDirect: true }),
  }
}

type Stored = Record<'name' | 'description' | 'schema' | 'func', string>

const NOTHING_STORED: Stored = { name: '', description: '', schema: '', func: '' }
const OWN_WORDS = ['customToolName', 'customToolDesc', 'customToolSchema', 'customToolFunc']

/**
 * The chosen tool of the workspace; empty where none is chosen, or one that is gone and of which the node needs nothing.
 * @throws RunnelError `missing_component` when it is gone
 */
async function findStored({ label, values }: Component, call: CallContext): Promise<Stored> {
  const id = readText(values, CUSTOM_TOOL_KEY)
  if (id === '') return NOTHING_STORED
  const found = await call.storedTool(id)
  if (found) return { ...found, schema: found.schema ?? '', func: found.func ?? '' }
  if (OWN_WORDS.every((name) => readText(values, name).trim() !== '')) return NOTHING_STORED
  throw new RunnelError(
    'missing_component',
    `The tool of “${label}” is not there any more. Choose another one in its settings.`,
  )
}

function noCode({ label }: Component, { name }: Stored): RunnelError {
  const message =
    name === ''
      ? `${label} has no tool. Choose one in its settings.`
      : `The tool “${name}” has no code. Write it on the page “Tools”.`
  return new RunnelError('invalid_input', message)
}

/** The arguments by name: what was not asked for is left out, and what may be missing is null. */
function readArguments({ name, inputSchema }: OpenTool, input: JsonValue): JsonObject {
  const properties = isJsonObject(inputSchema.properties) ? inputSchema.properties : {}
  const sent = isJsonObject(input) ? input : alone(Object.keys(properties), input)
  const known = Object.entries(sent).filter(
    ([property, value]) => Object.hasOwn(properties, property) && value !== null,
  )
  const given = Object.fromEntries(known)
  const faults = jsonSchemaFaults(inputSchema, given, 'input')
  if (faults.length > 0) {
    const told = faults.map(({ path, message }) => `${path}: ${message}`).join('; ')
    throw new RunnelError('invalid_input', `The arguments of ${name} do not fit: ${told}. Call it again.`)
  }
  return Object.fromEntries(Object.keys(properties).map((property) => [property, given[property] ?? null]))
}

/** A model that left the name of the only argument away is understood. */
function alone([only, ...others]: string[], input: JsonValue): JsonObject {
  return only !== undefined && others.length === 0 ? { [only]: input } : {}
}

async function runTool({ name, code }: OpenTool, given: JsonObject, call: CallContext): Promise<JsonValue> {
  const inputs = Object.entries(given).map(([property, value]) => [`$${property}`, value])
  try {
    return await call.code(code, {
      ...codeGlobals(code, call),
      ...Object.fromEntries(inputs),
    })
  } catch (error) {
    if (!isRunnelError(error) || error.code !== 'sandbox_error') throw error
    throw new RunnelError('sandbox_error', `The code of the tool ${name} failed: ${error.message}`, {
      cause: error,
    })
  }
}

function asText(value: JsonValue): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
