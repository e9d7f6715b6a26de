import { isJsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import { type Component, readSwitch, readText, type Toolset, valueAt } from '@runnel/node-kit'
import { cutText } from '../cut-text.ts'

/** A name, or a place or a name in brackets. */
const STEP = /([^.[\]]+)|\[(\d{1,9})\]|\["([^"]*)"\]|\['([^']*)'\]/y
const BETWEEN = /\.?/y

/** One tool: it gives what stands at a path of the JSON that a model hands over. */
export const jsonPathExtractorToolset: Toolset = {
  list: ({ values }) => [
    {
      name: 'json_path_extractor',
      description: `Takes what stands at the path ${readText(values, 'path')} out of JSON.`,
      inputSchema: {
        type: 'object',
        properties: { json: { type: 'string', description: 'The JSON, as text' } },
        required: ['json'],
        additionalProperties: false,
      },
      effects: 'none',
    },
  ],
  call: async (component, { input }) => {
    try {
      return { content: cutText(extract(component, input)) }
    } catch (error) {
      if (readSwitch(component.values, 'returnNullOnError')) return { content: 'null' }
      throw error
    }
  },
}

function extract({ values, label }: Component, input: JsonValue): string {
  const path = readText(values, 'path').trim()
  if (path === '') throw fault(`${label} has no path. Write one in its settings.`)
  const found = valueAt(readJson(input), ...readPath(path))
  if (found === undefined) throw fault(`There is nothing at the path ${path}.`)
  return typeof found === 'string' ? found : JSON.stringify(found)
}

/** Models hand JSON over as text, and as what it says. */
function readJson(input: JsonValue): JsonValue {
  const json = isJsonObject(input) ? input.json : input
  if (json === undefined || json === null || json === '') throw fault('The argument "json" is missing.')
  if (typeof json !== 'string') return json
  try {
    const parsed: JsonValue = JSON.parse(json)
    return parsed
  } catch (cause) {
    throw new RunnelError('invalid_input', 'The argument "json" is no JSON that can be read.', { cause })
  }
}

function readPath(path: string): (string | number)[] {
  const steps: (string | number)[] = []
  let at = path.startsWith('$') ? 1 : 0
  while (at < path.length) {
    BETWEEN.lastIndex = at
    STEP.lastIndex = at + (BETWEEN.exec(path)?.[0].length ?? 0)
    const found = STEP.exec(path)
    if (!found) throw fault(`The path ${path} cannot be read from position ${at + 1} on.`)
    const [, name, place, quoted, other] = found
    steps.push(place === undefined ? (name ?? quoted ?? other ?? '') : Number(place))
    at = STEP.lastIndex
  }
  return steps
}

function fault(message: string): RunnelError {
  return new RunnelError('invalid_input', message)
}
