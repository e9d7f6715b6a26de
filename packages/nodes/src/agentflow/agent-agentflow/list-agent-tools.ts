import type { JsonObject } from '@runnel/contract'
import {
  readRows,
  readSwitch,
  readText,
  refuseTwins,
  type StepContext,
  type Tool,
  type VendorTool,
} from '@runnel/node-kit'
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

/** The tools that a vendor runs itself. */
interface BuiltIn {
  /** The param of the agent that chooses among them. */
  param: string
  /** What each choice is called at the vendor: its id in the SDK, behind the vendor's name, and to models. */
  tools: Readonly<Record<string, { id: string; name: string }>>
}

/** By the type of the model. */
const BUILT_IN: Readonly<Record<string, BuiltIn>> = {
  chatAnthropic: {
    param: 'agentToolsBuiltInAnthropic',
    tools: {
      web_search_20250305: { id: 'anthropic.web_search_20250305', name: 'web_search' },
      web_fetch_20250910: { id: 'anthropic.web_fetch_20250910', name: 'web_fetch' },
    },
  },
  chatOpenAI: {
    param: 'agentToolsBuiltInOpenAI',
    tools: {
      web_search_preview: { id: 'openai.web_search_preview', name: 'web_search_preview' },
      code_interpreter: { id: 'openai.code_interpreter', name: 'code_interpreter' },
      image_generation: { id: 'openai.image_generation', name: 'image_generation' },
    },
  },
  chatGoogleGenerativeAI: {
    param: 'agentToolsBuiltInGemini',
    tools: {
      urlContext: { id: 'google.url_context', name: 'url_context' },
      googleSearch: { id: 'google.google_search', name: 'google_search' },
      codeExecution: { id: 'google.code_execution', name: 'code_execution' },
    },
  },
}

/** Tools that the vendor of the model runs itself. */
export function listVendorTools({ values }: StepContext, modelType: string): VendorTool[] {
  const builtIn = Object.hasOwn(BUILT_IN, modelType) ? BUILT_IN[modelType] : undefined
  if (!builtIn) return []
  const { param, tools } = builtIn
  // The editor keeps several choices as a list or as its JSON text.
  const chosen = readText(values, param)
  return Object.entries(tools).flatMap(([choice, tool]) =>
    chosen.includes(`"${choice}"`) ? [{ ...tool, settings: {} }] : [],
  )
}
