import { isJsonObject, type JsonObject, type JsonValue, type TokenPrice } from '@runnel/contract'

/** A model that the operator lists. */
export interface ListedModel {
  name: string
  label: string
  description?: string
  /** Absent where the list names none. */
  price?: TokenPrice
}

/** The models that the operator lists for a type of node. */
export interface ListedModels {
  models: readonly ListedModel[]
  /** Whether they stand beside those that the node knows, not in their place. */
  adds: boolean
}

/** Models by the type of the node that offers them. */
export type ModelsByNode = ReadonlyMap<string, ListedModels>

/** Parts of a list in the form of Flowise; what else it holds is passed over. */
const PARTS = ['chat', 'llm', 'embedding']
const MILLION = 1_000_000
/** More digits than prices have; without them a price of 0.15 would be 0.15000000000000002. */
const DIGITS = 12

/**
 * Reads a list in the form of Flowise's `models.json`: `{chat: [{name, models: [{name, label, input_cost, output_cost}]}]}`,
 * prices in US dollars for one token. `adds: true` beside `models` leaves the node's own list as it is; `cached_input_cost` and
 * `cache_write_cost` are prices of what the vendor keeps of prompts.
 * @throws Error that names what is wrong and where
 */
export function parseModelLists(text: string): ModelsByNode {
  const value = parse(text)
  if (!isJsonObject(value) || !PARTS.some((part) => value[part] !== undefined))
    throw new Error(`it must be an object with ${PARTS.join(', ')}`)
  const lists = new Map<string, ListedModels>()
  for (const part of PARTS)
    for (const [index, node] of listAt(value, part, part).entries()) {
      const at = `${part}[${index}]`
      const name = readName(node, at)
      const models = listAt(node as JsonObject, 'models', `${at}.models`)
      const read = models.map((model, row) => readModel(model, `${at}.models[${row}]`))
      const before = lists.get(name)
      const adds = readAdds(node as JsonObject, at) && before?.adds !== false
      lists.set(name, { models: [...(before?.models ?? []), ...read], adds })
    }
  return lists
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch (cause) {
    throw new Error('it is no JSON', { cause })
  }
}

function listAt(holder: JsonObject, key: string, at: string): JsonValue[] {
  const list = holder[key] ?? []
  if (Array.isArray(list)) return list
  throw new Error(`${at} must be a list`)
}

function readName(value: JsonValue, at: string): string {
  if (isJsonObject(value) && typeof value.name === 'string' && value.name.trim() !== '') return value.name
  throw new Error(`${at}.name must be a text`)
}

function readAdds({ adds = false }: JsonObject, at: string): boolean {
  if (typeof adds === 'boolean') return adds
  throw new Error(`${at}.adds must be true or false`)
}

function readModel(value: JsonValue, at: string): ListedModel {
  const name = readName(value, at)
  const { label, description, ...model } = value as JsonObject
  const price = readPrices(model, at)
  return {
    name,
    label: typeof label === 'string' && label !== '' ? label : name,
    ...(typeof description === 'string' && { description }),
    ...(price && { price }),
  }
}

function readPrices(model: JsonObject, at: string): TokenPrice | undefined {
  const [input, output] = [readPrice(model, 'input_cost', at), readPrice(model, 'output_cost', at)]
  const cachedInput = readPrice(model, 'cached_input_cost', at)
  const cacheWrite = readPrice(model, 'cache_write_cost', at)
  if (input === undefined && output === undefined) return undefined
  return {
    input: input ?? 0,
    output: output ?? 0,
    ...(cachedInput !== undefined && { cachedInput }),
    ...(cacheWrite !== undefined && { cacheWrite }),
  }
}

/** For a million tokens; undefined where none is named. */
function readPrice(model: JsonObject, key: string, at: string): number | undefined {
  const price = model[key] ?? undefined
  if (price === undefined) return undefined
  if (typeof price === 'number' && price >= 0) return Number((price * MILLION).toPrecision(DIGITS))
  throw new Error(`${at}.${key} must be a number of US dollars for one token`)
}
