import type { JsonObject } from '@runnel/contract'
import { readRows, readSwitch, readText, refuseTwins, type StepContext, type Tool } from '@runnel/node-kit'
import { listKnowledgeTools } from './list-knowledge-tools.ts'

/**
 * The tools of the rows in `agentTools`, in their order, then those of its knowledge; where a row says so, a person must
 * agree to each call.
 * @throws RunnelError `invalid_input` when two tools have the same name: a model could not tell them apart
 */
export async function listAgentTools(context: StepContext): Promise<Tool[]> {
  const tools: Tool[] = []
  for (const [index, row] of readRows(context.values, 'agentTools').entries()) {
    const component = context.selected(`agentTools[${index}].agentSelectedTool`)
    if (!component) continue
    const needsApproval = readSwitch(row, 'agentSelectedToolRequiresHumanInput')
    const listed = await context.listTools([component])
    tools.push(...listed.map((tool) => (needsApproval ? { ...tool, needsApproval } : tool)))
  }
  tools.push(...(await listKnowledgeTools(context)))
  return refuseTwins(tools, context.node.label)
}

/** Tools as the step shows what it had at hand (`engine.md` 3.9). */
export function describeTools(tools: Tool[]): JsonObject[] {
  return tools.map(({ name, description, inputSchema, component }) => ({
    name,
    description,
    schema: inputSchema,
    toolNode: { label: component.label, name: component.type },
  }))
}

/** Ids and names of the vendor's own tools by what the author chose. */
const ANTHROPIC_TOOLS: Record<string, string> = {
  web_search_20250305: 'web_search',
  web_fetch_20250910: 'web_fetch',
}

/** Tools that the vendor of the model runs itself. */
export function listVendorTools({ values }: StepContext, modelType: string) {
  if (modelType !== 'chatAnthropic') return []
  return readChoices(values).flatMap((choice) => {
    const name = ANTHROPIC_TOOLS[choice]
    return name === undefined ? [] : [{ id: `anthropic.${choice}`, name, settings: {} }]
  })
}

/** The editor keeps several choices as a list or as its JSON text. */
function readChoices(values: JsonObject): string[] {
  const text = readText(values, 'agentToolsBuiltInAnthropic')
  return Object.keys(ANTHROPIC_TOOLS).filter((choice) => text.includes(`"${choice}"`))
}
