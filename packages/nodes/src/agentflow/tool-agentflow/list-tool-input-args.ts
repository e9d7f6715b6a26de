import { isJsonObject } from '@runnel/contract'
import { type LoadOptions, readObject, readText } from '@runnel/node-kit'

/** The arguments of the chosen tool, as far as it tells them without a call. */
export const listToolInputArgs: LoadOptions = async ({ values, describeTools }) => {
  const type = readText(values, 'toolAgentflowSelectedTool')
  if (type === '') return []
  const settings = readObject(values, 'toolAgentflowSelectedToolConfig') ?? {}
  const [tool] = (await describeTools?.(type, settings)) ?? []
  const { properties } = tool?.inputSchema ?? {}
  if (!isJsonObject(properties)) return []
  return Object.entries(properties).map(([name, field]) => {
    const description = isJsonObject(field) ? readText(field, 'description') : ''
    return { name, label: name, ...(description === '' ? {} : { description }) }
  })
}
