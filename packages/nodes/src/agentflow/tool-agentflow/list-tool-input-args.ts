import { isJsonObject, type JsonObject } from '@runnel/contract'
import { type LoadOptions, readObject, readText } from '@runnel/node-kit'

/** The params that choose the tool: today's, and the one of older flows. */
const CHOICES = ['toolAgentflowSelectedTool', 'selectedTool']

/** The type that a node names as its tool, with its settings; undefined where it names none. */
function findChoice(values: JsonObject): { type: string; settings: JsonObject } | undefined {
  const choice = CHOICES.find((name) => readText(values, name) !== '')
  if (choice === undefined) return undefined
  return { type: readText(values, choice), settings: readObject(values, `${choice}Config`) ?? {} }
}

/** The arguments of the chosen tool, as far as it tells them without a call. The param stands in a row of the node. */
export const listToolInputArgs: LoadOptions = async ({ values, nodeValues = {}, describeTools }) => {
  const chosen = findChoice(nodeValues) ?? findChoice(values)
  if (!chosen) return []
  const [tool] = (await describeTools?.(chosen.type, chosen.settings)) ?? []
  const { properties } = tool?.inputSchema ?? {}
  if (!isJsonObject(properties)) return []
  return Object.entries(properties).map(([name, field]) => {
    const description = isJsonObject(field) ? readText(field, 'description') : ''
    return { name, label: name, ...(description === '' ? {} : { description }) }
  })
}
